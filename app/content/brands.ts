/** The seven international apparel brands of `Buyer's Nominations`. */
export const apparelBrands = [
  { name: "Norrland Denim", country: "Sweden" },
  { name: "Atelier Vaubleu", country: "France" },
  { name: "Kurogawa Loomworks", country: "Japan" },
  { name: "Sierra Quebrada", country: "Argentina" },
  { name: "Thornmere Outfitters", country: "United Kingdom" },
  { name: "Neelbandh Blue", country: "India" },
  { name: "Oranjekaai", country: "Netherlands" },
] as const;
