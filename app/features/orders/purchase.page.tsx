import { useRouteError } from "react-router";
import { pageTitle } from "#app/content/brand.ts";
import { lines } from "#app/content/lines.ts";
import { formatPieces, formatUnitPrice } from "#app/contract/money.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import { clingingUnits } from "#app/features/trims/trim-name.ts";
import { trimPicture } from "#app/features/trims/trim-picture.ts";
import { ApiProblem } from "#app/shell/api.ts";
import { LoadError } from "#app/shell/load-error.tsx";
import { useLeaveWhenSignedOut } from "#app/shell/protected.ts";
import { callApi, requireSession } from "#app/shell/session.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Photo } from "#app/ui/picture-frame.tsx";
import { Stitch } from "#app/ui/seams.tsx";
import { EmptyState, Loading } from "#app/ui/states.tsx";
import type { Route } from "./+types/purchase.page.ts";
import { OrderForm } from "./order-form.tsx";
import "./purchase.css";

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const [{ user }, trim] = await Promise.all([requireSession(request), findTrim(params.id)]);
  return { user, trim };
}
clientLoader.hydrate = true as const;

async function findTrim(id: string): Promise<Trim | undefined> {
  try {
    const { data } = await callApi("GET /trims/{id}", { params: { id } });
    return data;
  } catch (error) {
    // A malformed id is refused as not understood; to the visitor it is one more trim that does not exist.
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return undefined;
    throw error;
  }
}

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Purchase") }];

export default function PurchasePage({ loaderData: { trim, user } }: Route.ComponentProps) {
  const session = useLeaveWhenSignedOut();
  if (session.status !== "in") return <Waiting />;
  if (!trim) return <NoSuchTrim />;
  return (
    <div className="wrap purchase">
      <TrimForSale trim={trim} />
      <OrderForm key={trim._id} trim={trim} user={user} />
    </div>
  );
}

export function HydrateFallback() {
  return <Waiting />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <div className="wrap section">
      <h1 className="sr">Purchase</h1>
      <LoadError title="The trim did not load" error={error} />
    </div>
  );
}

function TrimForSale({ trim }: { trim: Trim }) {
  return (
    <div className="stay">
      <div className="big-pic">
        <Photo
          {...trimPicture(trim.img)}
          sizes="(min-width: 1440px) 45rem, (min-width: 992px) 50vw, 100vw"
          alt={trim.alt}
          width={640}
          height={640}
          eager
          fallbackText={trim.name}
        />
      </div>
      <div className="about">
        {trim.line && <p className="label">{lines[trim.line].name}</p>}
        <h1>{clingingUnits(trim.name)}</h1>
        <p className="lede">{clingingUnits(trim.description)}</p>
      </div>
      <Stitch />
      <dl className="spec">
        <Figure what="price per piece" figure={formatUnitPrice(trim.price)} />
        <Figure what="available quantity" figure={formatPieces(trim.quantity)} />
        <Figure what="minimum order quantity" figure={formatPieces(trim.moq)} />
      </dl>
    </div>
  );
}

function Figure({ what, figure }: { what: string; figure: string }) {
  return (
    <div>
      <dt>{what}</dt>
      <dd>{figure}</dd>
    </div>
  );
}

function NoSuchTrim() {
  return (
    <div className="wrap section">
      <h1 className="sr">Purchase</h1>
      <EmptyState
        title="This trim is not in the catalogue"
        text="It may have been taken out, or the address is not complete."
        action={<ButtonLink to="/home#trims">See the trims</ButtonLink>}
      />
    </div>
  );
}

function Waiting() {
  return (
    <div className="wrap section purchase-wait">
      <Loading />
    </div>
  );
}
