import { type ReactNode, useEffect, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { rememberedQuery, returnPath } from "#app/client/return-path.ts";
import { knownSession, useSession } from "#app/client/session.ts";
import { NeedsScripts } from "#app/frame/needs-scripts.tsx";
import { Photo } from "#app/ui/picture-frame.tsx";
import { SeamVertical } from "#app/ui/seams.tsx";
import { Loading } from "#app/ui/states.tsx";
import styles from "./auth-layout.module.css";
import { WaitingTrim } from "./waiting-trim.tsx";

type GateProps = {
  title: string;
  /** A WebP, with an AVIF beside it, whose middle survives an upright crop. */
  picture: `${string}.webp`;
  children: ReactNode;
};

/** The frame of login and register. Sends signed-in users on to the remembered page. */
export function Gate({ title, picture, children }: GateProps) {
  const session = useSession();
  const isAsked = useAsked();
  useWayOn(session.status === "in");
  // The form is visible from the first paint, but accepts input only once a script can send it.
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

/** A picture with a form beside it, for everybody. */
export function GateFrame({ title, picture, children }: GateProps) {
  return (
    <div className={styles.layout}>
      <div className={styles.picture}>
        <Photo
          src={picture}
          avif={picture.replace(/webp$/, "avif")}
          alt=""
          width={960}
          height={720}
          className={styles.photo}
        />
        <SeamVertical className={styles.seam} />
      </div>
      <div className={styles.form}>
        <div className={styles.column}>
          <h1>{title}</h1>
          <NeedsScripts what="This form" />
          {children}
        </div>
      </div>
    </div>
  );
}

/** The link from one form to the other; it carries the remembered page along. */
export function GateLink({ to, children }: { to: "/login" | "/register"; children: ReactNode }) {
  const [query] = useSearchParams();
  return (
    <Link to={to + rememberedQuery(query)}>
      <b>{children}</b>
    </Link>
  );
}

/** True once the provider has been asked who is signed in, whatever the answer. */
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
