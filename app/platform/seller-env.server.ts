import { z } from "zod";

/** The company as its documents name it. In a real shop, what is not set is left out. */
export type SellerSettings = {
  address: string[];
  /** As it is to be read, such as "+44 113 496 0000". */
  phone: string | undefined;
  /** Where and under which number the company is registered. */
  register: string | undefined;
  /** Where invoices are paid: `["Account", "0000 1234 5678"]`. */
  bank: [label: string, value: string][];
  terms: string[];
  /** For buyers whose country is not known. */
  paper: "A4" | "Letter";
};

/** Parts with semicolons between them. */
const parts = z.string().transform((text) => text.split(";").flatMap((part) => part.trim() || []));

export const sellerVariables = {
  HOUSE_ADDRESS: parts.optional(),
  HOUSE_PHONE: z.string().trim().max(40).optional(),
  HOUSE_REGISTER: z.string().trim().max(200).optional(),
  HOUSE_BANK: parts
    .refine(
      (all) => all.every((part) => /^[^:]+: *\S/.test(part)),
      "write something like Bank: Our Bank; Account: 0000 1234 5678",
    )
    .optional(),
  HOUSE_TERMS: parts.optional(),
  PAPER: z.enum(["A4", "Letter"]).default("A4"),
};

type Read = {
  HOUSE_ADDRESS?: string[] | undefined;
  HOUSE_PHONE?: string | undefined;
  HOUSE_REGISTER?: string | undefined;
  HOUSE_BANK?: string[] | undefined;
  HOUSE_TERMS?: string[] | undefined;
  PAPER: "A4" | "Letter";
};

/** What a demo invents, in a place that does not exist, with a bank and a phone that nobody can reach. */
const invented = {
  address: ["Loom Lane 3", "Leeds LS9 8AB", "United Kingdom"],
  phone: "+44 113 496 0107",
  register: "Company number 00000107, registered in England and Wales",
  bank: ["Bank: Yard Street Bank, Leeds", "Account: 0000 1234 5678", "SWIFT: YARDGB00XXX"],
  terms: [
    "Prices are those of the day of the order, in US dollars. They include delivery, but neither tax nor customs.",
    "Payment is due 30 days after the invoice. Goods remain ours until they are paid for.",
  ],
};

/** The company's settings; a demo has invented ones. */
export function readSeller(read: Read, demo: boolean): SellerSettings {
  const { HOUSE_ADDRESS, HOUSE_PHONE, HOUSE_REGISTER, HOUSE_BANK, HOUSE_TERMS, PAPER } = read;
  const bank = HOUSE_BANK ?? (demo ? invented.bank : []);
  return {
    address: HOUSE_ADDRESS ?? (demo ? invented.address : []),
    phone: HOUSE_PHONE ?? (demo ? invented.phone : undefined),
    register: HOUSE_REGISTER ?? (demo ? invented.register : undefined),
    bank: bank.map((part) => {
      const [label = "", ...value] = part.split(":");
      return [label.trim(), value.join(":").trim()];
    }),
    terms: HOUSE_TERMS ?? (demo ? invented.terms : []),
    paper: PAPER,
  };
}
