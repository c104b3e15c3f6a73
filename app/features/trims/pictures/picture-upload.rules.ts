import { IMAGE_TYPES, MAX_IMAGE_BYTES } from "#app/features/trims/changes.contract.ts";

/** Why this file cannot be a trim's picture; undefined if the shop should try it. */
export function faultOfPicture({ type, size }: { type: string; size: number }): string | undefined {
  if (!IMAGE_TYPES.some((known) => known === type)) return "Please take a PNG, JPEG, WebP or AVIF picture";
  if (size > MAX_IMAGE_BYTES) return `The picture is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MB`;
  return undefined;
}
