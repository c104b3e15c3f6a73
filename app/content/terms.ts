type Part = { id: string; title: string; paragraphs: readonly string[] };

export const termsLede = "The terms between you and us when you order trims.";

/** When these words were last changed, and how often before. */
export const termsVersion = { number: 4, date: "27 November 2026" } as const;

/** A template: the owner of the shop fills in the words in brackets. */
export const terms: readonly Part[] = [
  {
    id: "prices",
    title: "Prices",
    paragraphs: [
      "All prices are in US dollars, per piece. They include delivery, but neither tax nor customs.",
      "The price of an order is the one in force when you place it. A later change does not affect it.",
    ],
  },
  {
    id: "minimums",
    title: "Minimum quantities",
    paragraphs: [
      "Each trim has a minimum order, written on its tag. We cannot split it. Quantities are counted in pieces.",
      "Placing an order takes the pieces from our stock and keeps them for you.",
    ],
  },
  {
    id: "cancelling",
    title: "Orders and cancelling",
    paragraphs: [
      "An order is binding once [we have accepted it by mail]. If we cannot carry it out, we tell you, and you owe nothing.",
      "You can cancel an order yourself, under My Orders, until we begin to make or pack it. After that, please write to us.",
    ],
  },
  {
    id: "delivery",
    title: "Delivery",
    paragraphs: [
      "Goods in stock leave us within [2] working days of acceptance.",
      "Delivery to the address of the order is free [(DAP, Incoterms 2020)]. For faster transport that you ask for, we charge the freight that we agree with you first. An order may come in parts; we tell you of each by mail.",
    ],
  },
  {
    id: "payment",
    title: "Payment",
    paragraphs: [
      "The invoice is due [30] days after its date, by bank transfer to the account it names.",
      "Goods remain ours until they are paid for.",
    ],
  },
  {
    id: "returns",
    title: "Returns and faults",
    paragraphs: [
      "Please check pieces and shades within [14] days, and before they are sewn. Tell us the order number and, if you can, send a picture.",
      "Faulty pieces are replaced or refunded, as you prefer. Sound goods come back only by agreement and unopened.",
    ],
  },
  {
    id: "data",
    title: "Your data",
    paragraphs: [
      "We keep what an order needs: name, address, phone, e-mail and what was ordered. Invoices are kept for as long as the law requires: [10] years.",
      "For the security of the shop we also keep a record of what admins do and of changes to second factors.",
      "A review shows your name, e-mail and photo to everybody. You can see, correct and delete what we keep about you under My Profile, or write to us.",
    ],
  },
];

/** Who answers for the shop, where the settings do not say it, and before which courts. */
export const termsOwner = "[Company name, street, town, country, register number: SELLER_ADDRESS, SELLER_REGISTER]";
export const termsCourts = "[Law and courts that apply.]";
