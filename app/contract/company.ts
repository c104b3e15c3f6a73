import { oneLine } from "./one-line.ts";

/** The name of a person's company. */
export const companyName = oneLine(200).min(1, "Please write the company's name");
