import { eq, inArray } from "drizzle-orm";
import sharp, { type Sharp } from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { audit } from "#app/features/audit/tables.server.ts";
import { MAX_IMAGE_BYTES } from "#app/features/trims/changes.contract.ts";
import { uploads } from "#app/features/trims/tables.server.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { call, signedIn, type TestPerson } from "#test/people.ts";
import { previewPicture, trimPicture } from "./trim-picture.ts";

let shop: TestApp;
let admin: TestPerson;

beforeAll(async () => {
  shop = await startTestApp();
  admin = await signedIn(shop.db, { role: "admin" });
});

const picture = (width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: { r: 180, g: Math.floor(Math.random() * 255), b: 40 } } });

function upload(bytes: Uint8Array<ArrayBuffer>, type = "image/png", token = admin.token) {
  const headers = { authorization: `Bearer ${token}`, "content-type": type };
  return shop.app.request("/api/images", { method: "POST", headers, body: bytes });
}

const bytesOf = async (image: Sharp) => new Uint8Array(await image.toBuffer());

describe("POST /images", () => {
  it.each(["png", "jpeg", "webp", "avif"] as const)("makes the sizes of the pages out of a %s", async (format) => {
    const answer = await upload(await bytesOf(picture().toFormat(format)), `image/${format}`);
    expect(answer.status).toBe(200);
    const { img } = await answer.json();
    expect(img).toMatch(/^\/images\/uploads\/[0-9a-f]{64}\.webp$/);
    const { src, avif = "", srcSet = "" } = trimPicture(img);
    expect(srcSet).toContain(`${src} 1280w`);
    const candidates = [...avif.split(", "), ...srcSet.split(", ")].map((candidate) => candidate.split(" "));
    expect(candidates).toHaveLength(10);
    for (const [path = "", width = ""] of candidates) {
      const type = path.endsWith("avif") ? "avif" : "webp";
      const served = await shop.app.request(path);
      expect(served.headers.get("content-type")).toBe(`image/${type}`);
      expect(served.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(served.headers.get("x-content-type-options")).toBe("nosniff");
      const made = await sharp(Buffer.from(await served.arrayBuffer())).metadata();
      expect([`${made.width}w`, made.height]).toEqual([width, (Number.parseInt(width, 10) * 3) / 4]);
    }
  });

  it("makes a JPEG for link previews, on a white ground", async () => {
    const tall = sharp({
      create: { width: 300, height: 900, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    });
    const { img } = await (await upload(await bytesOf(tall.png()))).json();
    const preview = previewPicture({ img, alt: "A rivet" });
    const served = await shop.app.request(preview.path);
    expect(served.headers.get("content-type")).toBe("image/jpeg");
    const made = sharp(Buffer.from(await served.arrayBuffer()));
    expect(await made.metadata()).toMatchObject({ format: "jpeg", width: preview.width, height: preview.height });
    expect((await made.stats()).channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255]);
  });

  it("makes the JPEG of a picture that was uploaded without one when it is first asked for, and keeps it", async () => {
    const { img } = await (await upload(await bytesOf(picture().png()))).json();
    const { path, width, height } = previewPicture({ img, alt: "A rivet" });
    const isPreview = eq(uploads.file, path.slice("/images/uploads/".length));
    await shop.db.delete(uploads).where(isPreview);
    const answers = await Promise.all([1, 2, 3].map(() => shop.app.request(path)));
    for (const served of answers) {
      expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
      const made = await sharp(Buffer.from(await served.arrayBuffer())).metadata();
      expect(made).toMatchObject({ format: "jpeg", width, height });
    }
    expect(await shop.db.$count(uploads, isPreview)).toBe(1);
  });

  it.each(["image/jpg", "image/pjpeg", "image/png"])(
    "takes a JPEG that is called %s: the bytes decide",
    async (type) => {
      expect((await upload(await bytesOf(picture().jpeg()), type)).status).toBe(200);
    },
  );

  it("sends the plain picture for a width that an older upload lacks", async () => {
    const { img } = await (await upload(await bytesOf(picture().png()))).json();
    const name = img.slice("/images/uploads/".length, -".webp".length);
    await shop.db.delete(uploads).where(inArray(uploads.file, [`${name}-960.avif`, `${name}-480.webp`]));
    const bytes = async (path: string) => Buffer.from(await (await shop.app.request(path)).arrayBuffer());
    for (const [wanted, sent] of [
      [`${name}-960.avif`, `${name}.avif`],
      [`${name}-480.webp`, `${name}.webp`],
    ]) {
      expect((await bytes(`/images/uploads/${wanted}`)).equals(await bytes(`/images/uploads/${sent}`))).toBe(true);
    }
    expect((await shop.app.request(`/images/uploads/${name}-960.png`)).status).toBe(404);
  });

  it("removes the camera's data, turns the picture upright, and records the act", async () => {
    const tagged = picture(600, 300)
      .withExif({ IFD0: { Copyright: "secret studio" }, IFD3: { GPSLatitude: "63/1 49/1 0/1" } })
      .withMetadata({ orientation: 6 });
    const { img } = await (await upload(await bytesOf(tagged.jpeg()), "image/jpeg")).json();
    const stored = Buffer.from(await (await shop.app.request(img)).arrayBuffer());
    const { exif, icc, xmp, orientation } = await sharp(stored).metadata();
    expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect(stored.includes("secret studio")).toBe(false);
    expect(await shop.db.select().from(audit).where(eq(audit.object, img))).toEqual([
      expect.objectContaining({ action: "upload-image", email: admin.email }),
    ]);
  });

  it("keeps the same picture once, also when it comes three times at once", async () => {
    const bytes = await bytesOf(picture().png());
    const answers = await Promise.all([1, 2, 3].map(async () => (await (await upload(bytes)).json()).img));
    expect(new Set(answers).size).toBe(1);
    expect(await shop.db.$count(audit, eq(audit.object, answers[0]))).toBe(1);
  });

  it.each([
    ["text under a picture's type", async () => new TextEncoder().encode("<script>alert(1)</script>")],
    ["an SVG", async () => new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ["a GIF", async () => bytesOf(picture(9, 9).gif())],
    ["a TIFF", async () => bytesOf(picture(9, 9).tiff())],
    ["more pixels than the memory should hold", async () => bytesOf(picture(9000, 6000).png())],
    ["nothing", async () => new Uint8Array()],
  ])("refuses %s with 415", async (_, bytes) => {
    const before = await shop.db.$count(uploads);
    const response = await upload(await bytes());
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ code: "not-an-image" });
    expect(await shop.db.$count(uploads)).toBe(before);
  });

  it.each([
    ["half a PNG", async () => (await bytesOf(picture().png({ compressionLevel: 0 }))).slice(0, 5000)],
    ["a JPEG without its end mark", async () => (await bytesOf(picture().jpeg())).slice(0, -2)],
  ])("says that %s is damaged", async (_, bytes) => {
    const response = await upload(await bytes(), "image/jpeg");
    expect(response.status).toBe(415);
    expect((await response.json()).detail).toMatch(/^The file is damaged/);
  });

  it.each(["image/svg+xml", "image/gif", "application/json", "text/html", "multipart/form-data; boundary=x", ""])(
    "refuses the media type %j with 415",
    async (type) => {
      expect((await upload(await bytesOf(picture(9, 9).png()), type)).status).toBe(415);
    },
  );

  it("refuses more than 8 MB with 413, and leaves 64 KB as the limit of all other calls", async () => {
    const big = new Uint8Array(MAX_IMAGE_BYTES + 1);
    const response = await upload(big);
    expect(response.status).toBe(413);
    expect((await response.json()).detail).toBe("A file may have at most 8 MB.");
    const other = await call(shop, "POST /trims", { as: admin, body: { name: "x".repeat(70_000) } });
    expect(other.status).toBe(413);
  });

  it("refuses a buyer with 403 and a visitor with 401 before it reads the file", async () => {
    const buyer = await signedIn(shop.db);
    expect((await upload(new Uint8Array(9), "image/png", buyer.token)).status).toBe(403);
    expect((await upload(new Uint8Array(9), "image/png", "nobody")).status).toBe(401);
  });
});

describe("GET /images/uploads/:file", () => {
  it.each(["x.webp", "x.jpg", "..%2f..%2fpackage.json", "'%20or%201=1--"])("answers 404 for %s", async (file) => {
    expect((await shop.app.request(`/images/uploads/${file}`)).status).toBe(404);
  });
});
