import { type ReactNode, useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { rememberedQuery, returnPath } from "#app/client/return-path.ts";
import { knownSession, useSession } from "#app/client/session.ts";
import { Photo } from "#app/ui/picture-frame.tsx";
import { SeamVertical } from "#app/ui/seams.tsx";
import { Loading } from "#app/ui/states.tsx";
import styles from "./auth-layout.module.css";
import { WaitingTrim } from "./waiting-trim.tsx";

type GateProps = {
  title: string;
  /** A square WebP, with an AVIF beside it, whose middle survives an upright crop. */
  picture: `${string}.webp`;
  children: ReactNode;
};

/** The frame of login and register. Who is signed in already is led on to the remembered page. */
export function Gate({ title, picture, children }: GateProps) {
  const session = useSession();
  const isAsked = useAsked();
  useWayOn(session.status === "in");
  // The form is there from the first paint, and takes what is typed once a script is there to send it.
  const isWaiting = session.status === "loading" && !isAsked;
  const isOpen = session.status !== "in";
  return (
    <GateFrame title={title} picture={picture}>
      <div className={styles.body} inert={isWaiting} data-shut={isOpen ? undefined : ""}>
        <WaitingTrim />
        {children}
      </div>
      {!isOpen && (
        <div className={styles.leading}>
          <Loading />
        </div>
      )}
    </GateFrame>
  );
}

/** A picture and a form beside it, for everybody. */
export function GateFrame({ title, picture, children }: GateProps) {
  return (
    <div className={styles.layout}>
      <div className={styles.picture}>
        <Photo
          src={picture}
          avif={picture.replace(/webp$/, "avif")}
          alt=""
          width={640}
          height={640}
          className={styles.photo}
        />
        <SeamVertical className={styles.seam} />
      </div>
      <div className={styles.form}>
        <div className={styles.column}>
          <h1>{title}</h1>
          {children}
        </div>
      </div>
    </div>
  );
}

/** The link from one form to the other; the remembered page goes with it. */
export function GateLink({ to, children }: { to: "/login" | "/register"; children: ReactNode }) {
  const [query] = useSearchParams();
  return (
    <Link to={to + rememberedQuery(query)}>
      <b>{children}</b>
    </Link>
  );
}

/** True once the provider was asked who is signed in, whatever came of it. */
function useAsked(): boolean {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    const tell = () => setAsked(true);
    knownSession().then(tell, tell);
  }, []);
  return isAsked;
}

function useWayOn(isSignedIn: boolean): void {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const target = returnPath(query.get("from"));
  useEffect(() => {
    if (isSignedIn) void navigate(target, { replace: true });
  }, [isSignedIn, target, navigate]);
}
