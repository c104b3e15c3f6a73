import { factInputs, factPaths } from "#app/features/trims/fact-words.ts";

type ColumnWords = {
  /** Neighbours in the file that are explained together. */
  names: readonly string[];
  holds: string;
  example: string;
};

/** What each column of the catalogue's file holds, in their order. */
export const columnWords: readonly ColumnWords[] = [
  { names: ["number"], holds: "The article number. Empty for a new item", example: "3" },
  { names: ["name"], holds: "Up to 200 characters", example: "Domed rivet, antique brass, 9.5\u00a0mm" },
  { names: ["line"], holds: "The product line", example: "Rivets" },
  { names: ["price"], holds: "Dollars a piece at the minimum order, with a point", example: "0.0240" },
  { names: ["moq"], holds: "The minimum order in pieces", example: "5000" },
  {
    names: [2, 3, 4, 5, 6].flatMap((at) => [`from_${at}`, `price_${at}`]),
    holds: "A price break each: from this many pieces on, a piece costs this much",
    example: "10000, 0.0225",
  },
  { names: ["quantity"], holds: "The stock. It is read for a new item only", example: "260000" },
  { names: ["restock"], holds: "Pieces added or, with a minus, removed", example: "20000" },
  { names: ["low_mark"], holds: "Stock below this is low. Empty: twice the minimum", example: "12000" },
  {
    names: factPaths.map((path) => factInputs[path].column),
    holds: "The facts of the item. Empty: not known",
    example: "brass",
  },
  { names: ["description"], holds: "What its page says, up to 2,000 characters", example: "Solid brass domed cap" },
  {
    names: ["alt"],
    holds: "What the picture shows, for those who do not see it. Empty: the name",
    example: "A domed brass rivet",
  },
  { names: ["image"], holds: "The address of the picture", example: "/images/products/rivet.webp" },
];
