import { describe, expect, it } from "vitest";
import { IMAGE_TYPES, MAX_IMAGE_BYTES } from "#app/features/trims/changes.contract.ts";
import { faultOfPicture } from "./picture-upload.rules.ts";

describe("a picture to upload", () => {
  it.each(IMAGE_TYPES)("may be %s, up to the limit", (type) => {
    expect(faultOfPicture({ type, size: MAX_IMAGE_BYTES })).toBeUndefined();
  });

  it.each(["image/svg+xml", "image/gif", "text/html", ""])("is not %j", (type) => {
    expect(faultOfPicture({ type, size: 1 })).toBe("Please take a PNG, JPEG, WebP or AVIF picture");
  });

  it("has a limit", () => {
    expect(faultOfPicture({ type: "image/png", size: MAX_IMAGE_BYTES + 1 })).toBe("The picture is larger than 8 MB");
  });
});
