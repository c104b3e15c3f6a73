import { getDocumentProxy } from "unpdf";

type Node = { role?: string; type?: string; id?: string; alt?: string; children?: Node[] };

/** An element of a tagged PDF: its kind, what a screen reader says of it and below it. */
export type PdfElement = { role: string; text: string; children: PdfElement[] };

/**
 * Reads a PDF as a screen reader does, by its structure: glyphs through their Unicode values, or the text that replaces
 * them. `drawn` is all that is on each page, heads and feet too; `baselines` how high above the lower edge its lines
 * are, in points, from the lowest up; `written` is each run of letters with its own.
 */
export async function readPdf(bytes: Uint8Array) {
  // The reader takes the bytes over, and leaves none.
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { info, metadata } = await pdf.getMetadata();
  const elements: PdfElement[] = [];
  const drawn: string[] = [];
  const baselines: number[][] = [];
  const written: { words: string; y: number }[] = [];
  const sizes: (readonly [number, number])[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    sizes.push([Math.round(width), Math.round(height)]);
    const content = await page.getTextContent({ includeMarkedContent: true });
    const marked = new Map<string, string>();
    const open: (string | undefined)[] = [];
    const all: string[] = [];
    for (const item of content.items) {
      if ("str" in item) {
        all.push(item.str);
        const id = open.findLast((one) => one !== undefined);
        if (id) marked.set(id, `${marked.get(id) ?? ""}${item.str}${item.hasEOL ? " " : ""}`);
      } else if (item.type === "endMarkedContent") open.pop();
      else open.push("id" in item && typeof item.id === "string" ? item.id : undefined);
    }
    drawn.push(all.join(" "));
    for (const item of content.items) if ("str" in item) written.push({ words: item.str, y: item.transform[5] });
    const heights = content.items.flatMap((item) =>
      "str" in item && item.str.trim() ? Math.round(item.transform[5]) : [],
    );
    baselines.push([...new Set(heights)].toSorted((a, b) => a - b));
    const tree = (await page.getStructTree()) as Node | null;
    if (tree) elements.push(toElement(tree, marked));
  }
  await pdf.loadingTask.destroy();
  return { info: info as Record<string, unknown>, metadata, elements, drawn, baselines, written, sizes };
}

function toElement({ role = "", alt, children = [] }: Node, marked: ReadonlyMap<string, string>): PdfElement {
  const below = children.filter((child) => child.role !== undefined).map((child) => toElement(child, marked));
  const parts = children.map((child) => {
    if (child.role === undefined) return marked.get(child.id ?? "") ?? "";
    return below.shift()?.text ?? "";
  });
  const elements = children.filter((child) => child.role !== undefined).map((child) => toElement(child, marked));
  const separator = ["TR", "Sect", "Document", "Table", "Root"].includes(role) ? "\n" : " ";
  return { role, text: alt ?? parts.filter(Boolean).join(separator).replace(/ +/g, " ").trim(), children: elements };
}

/**
 * All elements of this kind that say something, wherever they are. Each page lists those of the others without words.
 */
export function findAll(elements: readonly PdfElement[], role: string): PdfElement[] {
  return elements.flatMap((one) => [...(one.role === role && one.text ? [one] : []), ...findAll(one.children, role)]);
}
