// What the types of fontkit lack of the processor that places glyphs.
export {};

declare module "fontkit" {
  interface Font {
    readonly _layoutEngine: { engine?: { GPOSProcessor?: { applyLookup: (type: number, table: unknown) => boolean } } };
  }
}
