// The package has no types. These cover what the fonts use.
declare module "subset-font" {
  type Options = {
    targetFormat: "truetype";
    /** The axes to fix, such as `{ wght: 600 }`. */
    variationAxes?: Record<string, number>;
    keepAllGlyphs: true;
  };
  function subsetFont(font: Uint8Array, text: undefined, options: Options): Promise<Buffer>;

  export = subsetFont;
}
