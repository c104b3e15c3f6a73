import type { ReactNode } from "react";
import { Stitch } from "./seams.tsx";

type SectionHeadProps = {
  title: ReactNode;
  lede?: ReactNode;
  as?: "h1" | "h2" | "h3";
  /** Of the heading, for `aria-labelledby` and links. */
  id?: string;
  /** The words stand below the title also where there is room beside it. */
  stacked?: boolean;
};

export function SectionHead({ title, lede, as: Heading = "h2", id, stacked }: SectionHeadProps) {
  return (
    <div className="head" data-stacked={stacked || undefined}>
      <Heading id={id}>{title}</Heading>
      {lede && <p className="lede">{lede}</p>}
      <Stitch />
    </div>
  );
}
