import { z } from "zod";
import { Q_MAX } from "./search.ts";
import { cleanLine } from "./text.ts";

/** The most rows of a page, and of what a whole list has in memory at a time. */
export const MAX_ROWS = 1000;

/**
 * How lists are paged: `limit` rows from the cursor `after`, taken from the `Link` header. Without `limit`: up to 1,000
 * rows; all rows in a list of one's own orders, of all orders and of all accounts.
 */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(MAX_ROWS).optional(),
  after: z.string().max(1200).optional(),
};

/** What a list is searched for. */
export const searchText = z.string().overwrite(cleanLine).max(Q_MAX);

/** What stands between the cells of an exported table; a comma if it is left out. */
export const separator = z.enum(["comma", "semicolon"]).optional();

/** The headers of every list. */
export const pageHeaders = {
  Link: 'the next page, as <…>; rel="next" (RFC 8288); absent on the last',
  "X-Total-Count": "how many rows the whole list has",
} as const;

/** Like `pageHeaders`, for searches that stop counting at a limit. */
export const searchHeaders = {
  ...pageHeaders,
  "X-Total-Count-Capped": "`true` when a search found more than X-Total-Count says; absent otherwise",
} as const;
