import { describe, expect, it } from "vitest";
import { readCsvFile } from "./csv-file.ts";

const read = (...bytes: number[]) => readCsvFile(new Blob([new Uint8Array(bytes)]));

describe("a dropped file", () => {
  it.each([
    ["UTF-8", [0xc3, 0xa9, 0x3b, 0x31]],
    ["the Windows code page", [0xe9, 0x3b, 0x31]],
    ["UTF-16", [0xff, 0xfe, 0xe9, 0, 0x3b, 0, 0x31, 0]],
  ])("is read as %s", async (_, bytes) => expect(await read(...bytes)).toMatchObject({ text: "é;1" }));

  it("is refused as a workbook, or when it is too large", async () => {
    expect(await read(0x50, 0x4b, 3, 4)).toEqual({ fault: "This is a workbook. Please save it as CSV first." });
    expect(await readCsvFile(new Blob([new Uint8Array(1024 * 1024 + 1)]))).toEqual({
      fault: "This file is too large: at most 1 MB",
    });
  });
});
