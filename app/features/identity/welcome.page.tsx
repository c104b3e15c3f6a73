import { useSession } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Photo } from "#app/ui/picture-frame.tsx";
import { Stitch } from "#app/ui/seams.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/welcome.page.ts";
import styles from "./welcome.page.module.css";

const picture = "/images/products/denim-hangtag-55x85-copper-640";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Dashboard") }];

export default function WelcomePage() {
  const session = useSession();
  if (session.status !== "in") return null;
  return (
    <div className={styles.page}>
      <div className={styles.words}>
        <h1>Welcome, {session.user.displayName}</h1>
        <Stitch className={styles.stitch} />
        <p className={textStyles.lede}>
          Admins have all powers. Normal users see only their orders and profile, and can give reviews.
        </p>
        <div className={styles.ways}>
          {session.isAdmin ? (
            <ButtonLink to="/dashboard/manageorders">Manage All Orders</ButtonLink>
          ) : (
            <ButtonLink to="/dashboard/myorders">My Orders</ButtonLink>
          )}
          <ButtonLink to="/home#trims" kind="line">
            Trims
          </ButtonLink>
        </div>
      </div>
      <div className={styles.picture}>
        <Photo
          src={`${picture}.webp`}
          avif={`${picture}.avif`}
          alt=""
          width={640}
          height={480}
          className={styles.photo}
        />
      </div>
    </div>
  );
}
