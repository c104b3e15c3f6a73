import { type ComponentType, useId } from "react";
import { Link, NavLink, useLocation, useMatch } from "react-router";
import { DRAFT_PATH, useDraftLines } from "#app/client/order-draft.ts";
import { useMay } from "#app/client/session.ts";
import type { Permission } from "#app/contract/staff.ts";
import {
  IconBox,
  IconBuyers,
  IconCheck,
  IconClock,
  IconCompany,
  IconInvoice,
  IconList,
  IconLock,
  IconOrders,
  IconPayment,
  IconPlus,
  IconProfile,
  IconRecord,
  IconReview,
  IconSearch,
  IconSheet,
  IconShield,
  IconWarning,
} from "#app/ui/icons.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";
import styles from "./dashboard-menu.module.css";
import { Count, nameDraft } from "./header-draft.tsx";

type Entry = {
  label: string;
  to: string;
  icon: ComponentType;
  /** Of staff: those who may do this, or all of them. */
  may?: Permission;
};

const TRIMS = "/trims";
const MY_ORDERS = "/dashboard/myorders";
const ORDERS = "/dashboard/manageorders";
/** A tab of all orders, which has an entry of its own. */
const TO_INVOICE = `${ORDERS}?tab=invoice`;
const CLAIMS = "/dashboard/claims";
const BUYERS = "/dashboard/buyers";
/** It is there while a manager has something to decide. */
const APPROVALS = "/dashboard/approvals";
/** There is no room for more beside the words. */
const MOST = 99;

const trims: Entry = { label: "Trims", to: TRIMS, icon: IconSearch };
const draft: Entry = { label: "Order sheet", to: DRAFT_PATH, icon: IconSheet };
const PROFILE = "/dashboard/myprofile";
const account: readonly Entry[] = [
  { label: "My Profile", to: PROFILE, icon: IconProfile },
  { label: "Security", to: `${PROFILE}/security`, icon: IconLock },
];

type Group = { title?: string; entries: readonly Entry[] };

/** The entries of each role, in groups. A group of which nobody may see anything is left out. */
const menus: Record<"buyer" | "admin", readonly Group[]> = {
  buyer: [
    {
      entries: [
        trims,
        { label: "My Orders", to: MY_ORDERS, icon: IconOrders },
        draft,
        { label: "To approve", to: APPROVALS, icon: IconCheck },
        { label: "Statement", to: "/dashboard/statement", icon: IconRecord },
        { label: "Company", to: "/dashboard/company", icon: IconCompany },
      ],
    },
    { entries: [{ label: "Add A review", to: "/dashboard/addreview", icon: IconReview }, ...account] },
  ],
  admin: [
    {
      title: "Orders",
      entries: [
        { label: "Manage All Orders", to: ORDERS, icon: IconList },
        draft,
        { label: "Claims", to: CLAIMS, icon: IconWarning },
      ],
    },
    {
      title: "Money",
      entries: [
        { label: "To invoice", to: TO_INVOICE, icon: IconClock, may: "issue-invoices" },
        { label: "Invoices", to: "/dashboard/invoices", icon: IconInvoice, may: "see-invoices" },
        { label: "Payments", to: "/dashboard/payments", icon: IconPayment, may: "manage-money" },
      ],
    },
    {
      title: "Buyers and trims",
      entries: [
        trims,
        { label: "Buyers", to: BUYERS, icon: IconBuyers, may: "see-buyers" },
        { label: "Add A Product", to: "/dashboard/addproduct", icon: IconPlus, may: "manage-products" },
        { label: "Manage Products", to: "/dashboard/manageproducts", icon: IconBox, may: "manage-stock" },
        { label: "Reviews", to: "/dashboard/reviews", icon: IconReview, may: "manage-products" },
      ],
    },
    {
      title: "Settings",
      entries: [
        { label: "Make Admin", to: "/dashboard/makeadmin", icon: IconShield, may: "manage-people" },
        { label: "Staff", to: "/dashboard/staff", icon: IconBuyers, may: "manage-people" },
        { label: "Record", to: "/dashboard/record", icon: IconRecord, may: "read-record" },
        ...account,
      ],
    },
  ],
};

/** The menu item for the page of an order or of a sent sheet. */
const lists = [MY_ORDERS, ORDERS];

type DashboardMenuProps = {
  role?: "buyer" | "admin" | undefined;
  waiting: Waiting;
};

/** What waits for the reader; nothing until that is known. */
export type Waiting = {
  /** Orders, for staff. */
  toReview?: number;
  /** Conversations. */
  toAnswer?: number;
  /** Claims, for staff. */
  toSettle?: number;
  /** Requests of colleagues, for a manager. */
  toApprove?: number;
};

/** The column beside the page on a wide screen; until the role is known it only reserves the space. */
export function DashboardMenu(props: DashboardMenuProps) {
  return (
    <nav data-unprinted className={styles.column} data-ground="denim" aria-label="Dashboard">
      <div className={styles.inside}>
        <Entries {...props} />
      </div>
    </nav>
  );
}

/** The same menu in the header's sheet, for screens too narrow for the column. */
export function DashboardSheet(props: DashboardMenuProps) {
  return (
    <nav className={styles.sheet} aria-label="Dashboard">
      {/* The trims stand above, among the site's pages. */}
      <Entries {...props} noTrims />
    </nav>
  );
}

function Entries({ role, waiting, noTrims = false }: DashboardMenuProps & { noTrims?: boolean }) {
  const waitingId = useId();
  const groupId = useId();
  const isApproving = useMatch(APPROVALS) !== null;
  const { toReview = 0, toAnswer = 0, toSettle = 0, toApprove = 0 } = waiting;
  const may = useMay();
  // Others of the staff neither review nor answer.
  const [reviewing, answering, settling] = may("manage-orders") ? [toReview, toAnswer, toSettle] : [0, 0, 0];
  const counts = new Map([
    [ORDERS, { id: `${waitingId}orders`, parts: { "to review": reviewing, "to answer": answering } }],
    [CLAIMS, { id: `${waitingId}claims`, parts: { "to answer": settling } }],
    [MY_ORDERS, { id: `${waitingId}mine`, parts: { "to answer": toAnswer } }],
    [APPROVALS, { id: `${waitingId}approvals`, parts: { "to approve": toApprove } }],
  ]);
  const countOf = (to: string) => {
    const found = counts.get(to);
    const parts = Object.entries(found?.parts ?? {}).filter(([, count]) => count > 0);
    const count = parts.reduce((sum, [, part]) => sum + part, 0);
    return found && count > 0
      ? { id: found.id, count, words: parts.map(([words, part]) => `${part} ${words}`).join(", ") }
      : undefined;
  };
  const countedBy = (to: string) => countOf(to)?.id;
  const lines = useDraftLines()?.length ?? 0;
  const isShown = (entry: Entry) =>
    (entry.may === undefined || may(entry.may)) &&
    !(noTrims && entry.to === TRIMS) &&
    (entry.to !== APPROVALS || toApprove > 0 || isApproving);
  const groups = (role ? menus[role] : [])
    .map((group) => ({ ...group, entries: group.entries.filter(isShown) }))
    .filter(({ entries }) => entries.length > 0);
  const isOrder = [useMatch("/dashboard/orders/:number"), useMatch("/dashboard/ordersheets/:number")].some(Boolean);
  const isCompany = useMatch("/dashboard/companies/:id") !== null;
  const isOrders = useMatch(ORDERS) !== null;
  const { search } = useLocation();
  const isToInvoice = isOrders && new URLSearchParams(search).get("tab") === "invoice";
  /** Of an entry whose address does not tell whether it leads here: whether it does. */
  const currentOf = (to: string): { current?: "page" | "true" | undefined } | undefined => {
    if (to === TO_INVOICE) return { current: isToInvoice ? "page" : undefined };
    if (to === ORDERS && isToInvoice) return {};
    if ((isOrder && lists.includes(to)) || (isCompany && to === BUYERS)) return { current: "true" };
    return undefined;
  };
  return (
    <>
      {groups.map(({ title, entries }, at) => (
        <div key={entries[0]?.to} className={styles.group}>
          {title && (
            <p id={`${groupId}${at}`} className={joinClasses(textStyles.label, styles.title)}>
              {title}
            </p>
          )}
          <ul className={styles.links} aria-labelledby={title && `${groupId}${at}`}>
            {entries.map(({ label, to, icon: Icon }) => (
              <li key={to}>
                {currentOf(to) ? (
                  <Link
                    to={to}
                    className={styles.link}
                    aria-current={currentOf(to)?.current}
                    aria-describedby={countedBy(to)}
                  >
                    <Icon />
                    {label}
                  </Link>
                ) : (
                  <NavLink
                    to={to}
                    end={to === PROFILE}
                    aria-label={to === DRAFT_PATH ? nameDraft(lines) : undefined}
                    aria-describedby={countedBy(to)}
                    className={({ isPending }) => joinClasses(styles.link, isPending && styles.pending) ?? ""}
                  >
                    <Icon />
                    {label}
                    {to === DRAFT_PATH && lines > 0 && <Count of={lines} />}
                  </NavLink>
                )}
                {countedBy(to) && (
                  // Beside the link, whose words are specified.
                  <span id={countedBy(to)} className={styles.waiting}>
                    <Count of={countOf(to)?.count ?? 0} most={MOST} />
                    <span className="sr">{countOf(to)?.words}</span>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}
