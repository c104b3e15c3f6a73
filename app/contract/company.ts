import { nameLine } from "./one-line.ts";

/** The name of a person's company. */
export const companyName = nameLine(200).min(1);
