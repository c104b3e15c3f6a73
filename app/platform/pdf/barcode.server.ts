import JsBarcode from "jsbarcode";

/**
 * The modules of a Code 128 symbol, `true` for a bar, without its quiet zone. @throws Error for text that it cannot
 * encode.
 */
export function encodeCode128(text: string): boolean[] {
  const drawn: { encodings?: { data: string }[] } = {};
  JsBarcode(drawn, text, { format: "CODE128" });
  const modules = drawn.encodings?.map(({ data }) => data).join("");
  if (!modules) throw new Error(`no bar code says ${text}`);
  return [...modules].map((module) => module === "1");
}
