/** The version in an `If-Match`. A proxy that compresses answers may have made it a weak one. */
export function readVersion(ifMatch: string | undefined): string | undefined {
  return /^(?:W\/)?"([0-9a-z-]+)"$/.exec(ifMatch?.trim() ?? "")?.[1];
}
