import { useRevalidator } from "react-router";
import { ApiProblem } from "#app/client/api.ts";
import { signOutWhenRefused } from "#app/client/protected.ts";
import { callApi, requireSession, type SessionUser } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import { useFollowed } from "#app/features/orders/news/follow.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Photo } from "#app/ui/picture-frame.tsx";
import { Stitch } from "#app/ui/seams.tsx";
import { ErrorState } from "#app/ui/states.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/dashboard.page.ts";
import { BestTrims } from "./best-trims.tsx";
import type { Desk, Sales } from "./contract.ts";
import styles from "./dashboard.page.module.css";
import { NewestOrders } from "./newest-orders.tsx";
import { QuietBuyers } from "./quiet-buyers.tsx";
import { SalesPart } from "./sales-part.tsx";
import { Today } from "./today.tsx";

type Shown = { desk: Desk; sales: Sales };

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { user, isAdmin } = await requireSession(request);
  if (!isAdmin) return { user, isAdmin: false as const };
  const ask = () => signOutWhenRefused(request, askDesk());
  // The welcome stays when the desk does not load.
  const shown = await ask().catch((error: unknown) => {
    if (error instanceof ApiProblem) return null;
    throw error;
  });
  return { user, isAdmin: true as const, shown, ask };
}
clientLoader.hydrate = true as const;

/** One call after the other: a page that follows the orders asks often. */
async function askDesk(): Promise<Shown> {
  const { data: desk } = await callApi("GET /desk");
  const { data: sales } = await callApi("GET /sales");
  return { desk, sales };
}

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Dashboard") }];

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.isAdmin) return <Welcome user={loaderData.user} />;
  const { user, shown, ask } = loaderData;
  return (
    <>
      <Welcome user={user} isAdmin />
      {shown ? <DeskParts loaded={shown} ask={ask} /> : <NoDesk />}
    </>
  );
}

const picture = "/images/products/denim-hangtag-55x85-copper-640";

/** The specified text. For admins it is short, because the desk stands below it. */
function Welcome({ user, isAdmin = false }: { user: SessionUser; isAdmin?: boolean }) {
  return (
    <div className={styles.page} data-short={isAdmin || undefined}>
      <div className={styles.words}>
        <h1>Welcome, {user.displayName}</h1>
        <Stitch className={styles.stitch} />
        <p className={textStyles.lede}>
          Admins have all powers. Normal users see only their orders and profile, and can give reviews.
        </p>
        <div className={styles.ways}>
          {isAdmin ? (
            <ButtonLink to="/dashboard/manageorders">Manage All Orders</ButtonLink>
          ) : (
            <ButtonLink to="/dashboard/myorders">My Orders</ButtonLink>
          )}
          <ButtonLink to="/home#trims" kind="line">
            Trims
          </ButtonLink>
        </div>
      </div>
      {!isAdmin && (
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
      )}
    </div>
  );
}

/** Follows what happens to orders. */
function DeskParts({ loaded, ask }: { loaded: Shown; ask: () => Promise<Shown> }) {
  const { desk, sales } = useFollowed(loaded, ask);
  return (
    <div className={styles.parts}>
      <Today desk={desk} />
      <SalesPart weeks={sales.weeks} />
      <div className={styles.halves}>
        <BestTrims sales={sales} />
        <QuietBuyers quiet={sales.quiet} today={desk.today} />
      </div>
      <NewestOrders orders={desk.newest} />
    </div>
  );
}

function NoDesk() {
  const { revalidate } = useRevalidator();
  return (
    <ErrorState
      title="Today’s work did not load"
      text="The other pages may still work."
      onRetry={() => void revalidate()}
    />
  );
}
