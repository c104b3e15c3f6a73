import { useRevalidator } from "react-router";
import { ApiProblem, type CallApi } from "#app/client/api.ts";
import { protectedLoader, signOutWhenRefused } from "#app/client/protected.ts";
import { callApi, type SessionUser, useMay } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import type { Statement } from "#app/features/money/statement.contract.ts";
import type { Order } from "#app/features/orders/contract.ts";
import { FailedMails, readFailedMails } from "#app/features/orders/failed-mails/failed-mails.tsx";
import { useFollowed } from "#app/features/orders/live/follow.ts";
import type { FailedMail } from "#app/features/orders/mails.contract.ts";
import { readWaiting, WaitingMessages } from "#app/features/orders/messages/waiting.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Photo } from "#app/ui/picture-frame.tsx";
import { Stitch } from "#app/ui/seams.tsx";
import { ErrorState } from "#app/ui/states.tsx";
import textStyles from "#app/ui/text.module.css";
import type { Route } from "./+types/dashboard.page.ts";
import { BestTrims } from "./best-trims.tsx";
import { BuyerFigures } from "./buyer-figures.tsx";
import type { AdminDashboard, Sales } from "./contract.ts";
import styles from "./dashboard.page.module.css";
import { NewestOrders, OpenOrders } from "./orders-part.tsx";
import { Owed } from "./owed.tsx";
import { QuietBuyers } from "./quiet-buyers.tsx";
import { SalesPart } from "./sales-part.tsx";
import { Today } from "./today.tsx";

type Shown = { dashboard: AdminDashboard; sales: Sales; failed: FailedMail[] };
type Open = {
  orders: Order[];
  total: number;
  statement: Statement;
  /** The order that left last and is not delivered. */
  onTheWay: Order | undefined;
  waiting: Awaited<ReturnType<typeof readWaiting>>;
};

/** How many mails that could not be delivered staff see at once. */
const SHOWN_FAILED = 3;

/** How many open orders a buyer sees at once. */
const SHOWN_OPEN = 5;

export const loader = protectedLoader(undefined, async ({ user, isAdmin, callApi }) => {
  if (isAdmin) return { user, isAdmin: true as const, shown: await orNothing(readAdminDashboard(callApi)) };
  return { user, isAdmin: false as const, shown: await orNothing(askOpen(callApi, user.email)) };
});

/** What is below the welcome, which stays even if the rest does not load. */
async function orNothing<Data>(shown: Promise<Data>): Promise<Data | null> {
  return shown.catch((error: unknown) => {
    if (error instanceof ApiProblem && error.status !== 401 && error.code !== "second-factor-required") return null;
    throw error;
  });
}

async function askOpen(callApi: CallApi, email: string): Promise<Open> {
  const [{ data, headers }, { data: statement }, { data: left }, waiting] = await Promise.all([
    callApi("GET /orders", { query: { email, state: ["open"], limit: SHOWN_OPEN } }),
    callApi("GET /statement", { query: {} }),
    callApi("GET /orders", { query: { email, state: ["shipped", "partly-shipped"], limit: 1 } }),
    readWaiting(callApi),
  ]);
  const total = Number(headers.get("X-Total-Count") ?? data.length);
  return { orders: data, total, statement, onTheWay: left[0], waiting };
}

/** One call after the other: a page that follows the orders asks often. */
async function readAdminDashboard(callApi: CallApi): Promise<Shown> {
  const { data: dashboard } = await callApi("GET /adminDashboard");
  const { data: sales } = await callApi("GET /sales");
  return { dashboard, sales, failed: await readFailedMails(callApi, {}) };
}

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Dashboard") }];

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  if (loaderData.isAdmin) {
    const { user, shown } = loaderData;
    return (
      <>
        <Welcome user={user} isAdmin />
        {shown ? <AdminParts loaded={shown} /> : <NotLoaded what="Today’s work" />}
      </>
    );
  }
  const { user, shown } = loaderData;
  return (
    <>
      <Welcome user={user} isShort={shown !== null && hasOrdered(shown)} />
      {shown ? <BuyersPart loaded={shown} email={user.email} /> : <NotLoaded what="Your open orders" />}
    </>
  );
}

const picture = "/images/products/denim-hangtag-55x85-copper-640";

/** Whoever has, finds their figures at the top. */
function hasOrdered({ total, statement }: Open): boolean {
  return total > 0 || statement.open.length > 0 || statement.entries.length > 0;
}

/** The specified text. It is short where figures stand below it. */
function Welcome({
  user,
  isAdmin = false,
  isShort = isAdmin,
}: {
  user: SessionUser;
  isAdmin?: boolean;
  isShort?: boolean;
}) {
  return (
    <div className={styles.page} data-short={isShort || undefined}>
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
          <ButtonLink to="/trims" kind="line">
            Trims
          </ButtonLink>
        </div>
      </div>
      {!isShort && (
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
function AdminParts({ loaded }: { loaded: Shown }) {
  const { dashboard, sales, failed } = useFollowed(loaded, () => signOutWhenRefused(readAdminDashboard(callApi)));
  const may = useMay();
  return (
    <div className={styles.parts}>
      {failed.length > 0 && (
        <div>
          <FailedMails mails={failed.slice(0, SHOWN_FAILED)} />
          {failed.length > SHOWN_FAILED && (
            <p>{failed.length - SHOWN_FAILED} more could not be delivered; each is on the page of its order.</p>
          )}
        </div>
      )}
      <Today dashboard={dashboard} />
      {dashboard.owed && <Owed sums={dashboard.owed} />}
      <SalesPart weeks={sales.weeks} asOf={sales.asOf} />
      <div className={styles.halves}>
        <BestTrims sales={sales} />
        {may("see-buyers") && <QuietBuyers quiet={sales.quiet} today={dashboard.today} asOf={sales.asOf} />}
      </div>
      <NewestOrders orders={dashboard.newest} />
    </div>
  );
}

/** Follows what happens to the buyer's orders. */
function BuyersPart({ loaded, email }: { loaded: Open; email: string }) {
  const open = useFollowed(loaded, () => signOutWhenRefused(askOpen(callApi, email)));
  return (
    <div className={styles.parts}>
      {hasOrdered(open) && <BuyerFigures {...open} />}
      <WaitingMessages waiting={open.waiting} isStaff={false} />
      <OpenOrders {...open} />
    </div>
  );
}

function NotLoaded({ what }: { what: string }) {
  const { revalidate } = useRevalidator();
  return (
    <div className={styles.parts}>
      <ErrorState
        title={`${what} did not load`}
        text="The other pages may still work."
        onRetry={() => void revalidate()}
      />
    </div>
  );
}
