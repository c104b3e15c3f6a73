import { IMAGE_TYPES, MAX_IMAGE_BYTES } from "./contract.ts";

/** Why this file cannot be the picture of a trim, or undefined when the shop may look into it. */
export function faultOfPicture({ type, size }: { type: string; size: number }): string | undefined {
  if (!IMAGE_TYPES.some((known) => known === type)) return "Please take a PNG, JPEG, WebP or AVIF picture";
  if (size > MAX_IMAGE_BYTES) return `The picture is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MB`;
  return undefined;
}
