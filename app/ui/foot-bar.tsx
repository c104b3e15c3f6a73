import type { ComponentProps } from "react";
import styles from "./foot-bar.module.css";
import { joinClasses } from "./join-classes.ts";

/** A bar at the foot of the window while its page scrolls: what can be done with everything above it. */
export function FootBar({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={joinClasses(styles.bar, className)} data-ground="denim" data-unprinted />;
}
