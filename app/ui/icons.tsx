import styles from "./icons.module.css";
import { joinClasses } from "./join-classes.ts";

export type IconProps = { className?: string };

export function IconMenu(props: IconProps) {
  return <Line {...props} d="M3 6h18M3 12h18M3 18h18" />;
}

export function IconClose(props: IconProps) {
  return <Line {...props} d="M5 5l14 14M19 5 5 19" />;
}

export function IconPrevious(props: IconProps) {
  return <Line {...props} d="M14.5 5 8 12l6.5 7" />;
}

export function IconNext(props: IconProps) {
  return <Line {...props} d="M9.5 5 16 12l-6.5 7" />;
}

export function IconPause(props: IconProps) {
  return <Line {...props} d="M8.5 5v14M15.5 5v14" />;
}

export function IconPlay(props: IconProps) {
  return <Line {...props} d="M8 4.5v15L19.5 12z" />;
}

export function IconSearch(props: IconProps) {
  return <Line {...props} d="M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M15.5 15.5l5 5" />;
}

export function IconWarning(props: IconProps) {
  return <Line {...props} d="M12 3.5 22 20.5H2L12 3.5ZM12 10v4.5M12 17.4v.1" />;
}

export function IconCheck(props: IconProps) {
  return <Line {...props} d="M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M8 12.3l2.8 2.8L16.2 9.5" />;
}

/** The bare tick, for inside something round. */
export function IconTick(props: IconProps) {
  return <Line {...props} d="M5 12.5l4.5 4.5L19 7" />;
}

export function IconBack(props: IconProps) {
  return <Line {...props} d="M9 6 4.5 10.5 9 15M4.5 10.5H14a5 5 0 0 1 0 10h-3" />;
}

export function IconMail(props: IconProps) {
  return <Line {...props} d="M3.5 5.5h17v13h-17zM3.5 6l8.5 7 8.5-7" />;
}

export function IconPhone(props: IconProps) {
  return (
    <Line
      {...props}
      d="M5 3.5h4l1.5 5-2.5 2a12 12 0 0 0 5.500 5.500l2-2.500 5 1.500v4c-9 1.500-17-6.500-15.500-15.500z"
    />
  );
}

export function IconLock(props: IconProps) {
  return <Line {...props} d="M5.5 10.5h13v10h-13zM8.5 10.5V7a3.500 3.500 0 0 1 7 0v3.500" />;
}

export function IconAgain(props: IconProps) {
  return <Line {...props} d="M19.5 12a7.5 7.5 0 1 1-2.400-5.500M17.5 2.500v4.300h-4.300" />;
}

export function IconError(props: IconProps) {
  return <Line {...props} d="M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M6 6l12 12" />;
}

export function IconTrash(props: IconProps) {
  return <Line {...props} d="M4 6.5h16M9.5 6V3.5h5V6M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6" />;
}

export function IconOrders(props: IconProps) {
  return <Line {...props} d="M5 3.5h11l3.5 3.5v13.5H5zM8.5 11h7M8.5 15h7" />;
}

export function IconSheet(props: IconProps) {
  return <Line {...props} d="M6 4.500h12v16H6zM9 4.500V3h6v1.500M9 10h6M9 14h6" />;
}

export function IconPaste(props: IconProps) {
  return <Line {...props} d="M8 5H5v15.500h14V5h-3M8.5 3h7v4h-7zM8.5 12h7M8.5 16h5" />;
}

export function IconList(props: IconProps) {
  return <Line {...props} d="M8 6h13M8 12h13M8 18h13M3.5 6h.1M3.5 12h.1M3.5 18h.1" />;
}

export function IconFilter(props: IconProps) {
  return <Line {...props} d="M4 6.5h16M7 12h10M10 17.5h4" />;
}

export function IconMinus(props: IconProps) {
  return <Line {...props} d="M4 12h16" />;
}

export function IconBell(props: IconProps) {
  return <Line {...props} d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21h4" />;
}

export function IconPlus(props: IconProps) {
  return <Line {...props} d="M12 4v16M4 12h16" />;
}

export function IconReview(props: IconProps) {
  return <Line {...props} d="m12 3 2.8 5.9 6.4.8-4.7 4.5 1.2 6.4L12 17.4 6.3 20.6l1.2-6.4L2.8 9.7l6.4-.8z" />;
}

export function IconProfile(props: IconProps) {
  return <Line {...props} d="M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4.5 20.5c.8-4 3.9-6 7.5-6s6.7 2 7.5 6" />;
}

export function IconBuyers(props: IconProps) {
  const second = "M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.9c2 .8 3.2 2.5 3.6 5.1";
  return (
    <Line
      {...props}
      d={`M5.5 8.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M2.5 20c.6-3.6 3.2-5.5 6.5-5.5s5.9 1.9 6.5 5.5${second}`}
    />
  );
}

export function IconCompany(props: IconProps) {
  return <Line {...props} d="M4 20.5V9l8-5 8 5v11.5zM10 20.5v-6h4v6" />;
}

export function IconShield(props: IconProps) {
  return <Line {...props} d="M12 3 4.5 6v5.5c0 4.7 3.2 7.7 7.5 9 4.3-1.3 7.5-4.3 7.5-9V6zM8.5 12l2.5 2.5 4.5-5" />;
}

export function IconBox(props: IconProps) {
  return <Line {...props} d="m12 3 8.5 4.5v9L12 21l-8.5-4.5v-9zM3.5 7.5 12 12l8.5-4.5M12 12v9" />;
}

export function IconRecord(props: IconProps) {
  return <Line {...props} d="M5.5 3.5h13v17h-13zM9 3.5v17M12.5 8.5h3M12.5 12h3" />;
}

export function IconInvoice(props: IconProps) {
  return <Line {...props} d="M3.5 6.5h17v11h-17zM9.5 12a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0" />;
}

export function IconPayment(props: IconProps) {
  return (
    <Line {...props} d="M4 20.500h16M5 17.500h14M6.500 10v7.500M12 10v7.500M17.500 10v7.500M3.500 10 12 4l8.500 6z" />
  );
}

export function IconDownload(props: IconProps) {
  return <Line {...props} d="M12 3.5v12M6.5 10.5l5.5 5.5 5.5-5.5M4 20.5h16" />;
}

export function IconUpload(props: IconProps) {
  return <Line {...props} d="M12 16V4M6.5 9.5 12 4l5.5 5.5M4 20.5h16" />;
}

/** The sort direction of a column; the idle icon shows that it is sortable. */
export function IconSort({ direction, className }: IconProps & { direction: "asc" | "desc" | undefined }) {
  const ways = { asc: "M12 19V5M6.5 10.5 12 5l5.5 5.5", desc: "M12 5v14M6.5 13.5 12 19l5.5-5.5" };
  return <Line className={className ?? ""} d={direction ? ways[direction] : "M8 9.5l4-4 4 4M8 14.5l4 4 4-4"} />;
}

/** The filled star of a rating. */
/** Filled, or only its outline. */
export function IconStar({ className, isHollow = false }: IconProps & { isHollow?: boolean }) {
  return (
    <svg
      className={joinClasses(styles.icon, className)}
      viewBox="0 0 24 24"
      fill={isHollow ? "none" : "currentColor"}
      stroke={isHollow ? "currentColor" : undefined}
      strokeWidth={1.6}
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="m12 2 3.1 6.3 6.9 1-5 4.9 1.2 6.8L12 17.8 5.8 21 7 14.2 2 9.3l6.9-1z" />
    </svg>
  );
}

export function IconFactory(props: IconProps) {
  return <Sewn {...props} seam="M8 40V20l11 7v-7l11 7v-7l10 7v13z" d="M33 20l1-14h5l1 18M14 34h4M24 34h4M33 34h3" />;
}

export function IconTruck(props: IconProps) {
  const wheels = "M9 35a4 4 0 1 0 8 0a4 4 0 1 0-8 0M32 35a4 4 0 1 0 8 0a4 4 0 1 0-8 0";
  return <Sewn {...props} seam="M4 13h24v20H4zM28 20h9l7 7v6H28z" d={wheels} />;
}

export function IconClock(props: IconProps) {
  return <Sewn {...props} seam="M5 24a19 19 0 1 0 38 0a19 19 0 1 0-38 0" d="M24 12v12l8 5" />;
}

/** An icon in lines of one width. */
export function Line({ d, className }: IconProps & { d: string }) {
  return (
    <svg className={joinClasses(styles.icon, styles.line, className)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}

/** The large icons, drawn partly in stitches. */
function Sewn({ seam, d, className }: IconProps & { seam: string; d: string }) {
  return (
    <svg
      className={joinClasses(styles.icon, styles.line, className)}
      style={{ strokeWidth: 1.6 }}
      viewBox="0 0 48 48"
      aria-hidden="true"
    >
      <path d={seam} strokeDasharray="3.4 2.2" />
      <path d={d} />
    </svg>
  );
}
