import type { Act } from "./contract.ts";

/** What was done, in words. */
export const actWords: Record<Act, string> = {
  "make-admin": "Made an admin",
  "demote-admin": "Took the admin role away",
  "remove-profile": "Removed a profile",
  "add-trim": "Added an item",
  "change-trim": "Changed an item",
  "remove-trim": "Deleted an item",
  "delete-order": "Cancelled an order",
  "upload-image": "Uploaded a picture",
  "retry-mail": "Sent a mail again",
};
