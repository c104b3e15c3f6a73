export const nominationYear = 2022;

export const nominationPromise = "Eco friendly and recyclable";

/** The six new items; `name` goes without the size, which the rail has no room for. */
export const nominations = [
  {
    name: "Norrland recycled kraft tag",
    buyer: "Norrland Denim",
    picture: "/images/products/nomination-norrland-kraft-tag.webp",
    alt: "Brown kraft hangtag with indigo print, string and brass eyelet",
  },
  {
    name: "Vaubleu damask neck label",
    buyer: "Atelier Vaubleu",
    picture: "/images/products/nomination-vaubleu-damask.webp",
    alt: "Bright blue woven neck label with chalk lettering",
  },
  {
    name: "Kurogawa debossed patch",
    buyer: "Kurogawa Loomworks",
    picture: "/images/products/nomination-kurogawa-patch.webp",
    alt: "Natural brown back patch with a double frame and debossed lettering",
  },
  {
    name: "Quebrada sand hangtag, round",
    buyer: "Sierra Quebrada",
    picture: "/images/products/nomination-quebrada-canvas-tag.webp",
    alt: "Round sand-coloured hangtag with terracotta lettering and a jute string",
  },
  {
    name: "Thornmere woven patch",
    buyer: "Thornmere Outfitters",
    picture: "/images/products/nomination-thornmere-woven-patch.webp",
    alt: "Bottle-green woven patch with a moss border",
  },
  {
    name: "Neelbandh indigo hangtag",
    buyer: "Neelbandh Blue",
    picture: "/images/products/nomination-neelbandh-indigo-tag.webp",
    alt: "Indigo hangtag with ecru lettering and a hand-twisted string",
  },
] as const;
