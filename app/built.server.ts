import { fileURLToPath } from "node:url";
import type { ServerBuild } from "react-router";

/** Where `npm run build` puts what the shop serves and runs. */
export const BUILD: string = fileURLToPath(new URL("../build", import.meta.url));

/** The pages as `npm run build` made them. */
export const loadBuild = (): Promise<ServerBuild> => import(`${BUILD}/server/index.js`);
