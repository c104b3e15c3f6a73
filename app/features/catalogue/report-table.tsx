import type { ReactNode } from "react";
import { joinClasses } from "#app/ui/join-classes.ts";
import styles from "./report-table.module.css";

/** The frame of a report's tables; on a phone the cells of a row are stacked. */
export function ReportTable({ caption, className, children }: ReportTableProps) {
  return (
    <table className={joinClasses(styles.table, className)}>
      <caption className="sr">{caption}</caption>
      {children}
    </table>
  );
}

type ReportTableProps = { caption: string; className?: string | undefined; children: ReactNode };
