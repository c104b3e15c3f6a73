import { oneLine } from "./one-line.ts";

/** The name of a person's company. */
export const companyName = oneLine(200).min(1);
