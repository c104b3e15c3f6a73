import { saveFile } from "#app/client/save-file.ts";

/** Downloads a fetched document under the name that the shop gave it. */
export function saveDocument({ data, headers }: { data: Blob; headers: Headers }): void {
  const [, name = "document.pdf"] = /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "") ?? [];
  saveFile(data, name);
}
