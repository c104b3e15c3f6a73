import { colourOf } from "#app/platform/palette.server.ts";
import type { Style } from "#app/platform/pdf/text.server.ts";

/** The shop's colours on white paper: the light values of its tokens. */
export const colours = {
  ink: colourOf("ink").light,
  soft: colourOf("ink-soft").light,
  brass: colourOf("brass-ink").light,
  line: colourOf("line").light,
  lineStrong: colourOf("line-strong").light,
  thread: colourOf("thread").light,
  selvedge: colourOf("selvedge").light,
  denim: colourOf("denim").light,
  rivetInk: colourOf("rivet-ink").light,
  rivetShine: colourOf("rivet-shine").light,
  rivetLight: colourOf("rivet-light").light,
  rivetDark: colourOf("rivet-dark").light,
};

export type TextStyle = Style & { colour: string; leading: number };

const look = (face: Style["face"], size: number, leading: number, colour: string, spacing = 0): TextStyle => {
  return { face, size, leading, colour, spacing };
};

/** Sizes in points. */
export const textStyles = {
  text: look("text", 9.4, 13.4, colours.ink),
  soft: look("text", 9.4, 13.4, colours.soft),
  /** For text so long or so wide that it would fill the page. */
  dense: look("text", 6.2, 8.4, colours.ink),
  strong: look("strong", 9.4, 13.4, colours.ink),
  small: look("text", 8.2, 11.4, colours.soft),
  fact: look("text", 8, 11, colours.soft),
  heading: look("label", 7.6, 12, colours.brass, 0.55),
  column: look("strong", 8.2, 11.4, colours.ink),
  code: look("text", 7.5, 9.5, colours.ink, 0.75),
  title: look("display", 22.5, 28, colours.ink),
  brand: look("display", 18.5, 24, colours.denim),
  /** The character on the brass rivet in the name. */
  rivet: look("display", 15.5, 25, colours.rivetInk),

  sum: look("display", 12, 17, colours.ink),
  grand: look("display", 18, 22, colours.ink),
} as const;

export type TextStyleName = keyof typeof textStyles;
