import { z } from "zod";
import { country } from "#app/contract/country.ts";

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
  /** Where the company pays tax, as which number, and how many per cent it charges at home. */
  tax: { country: string | undefined; number: string | undefined; rate: string };
  /** For buyers whose country is not known. */
  paper: "A4" | "Letter";
};

/** Parts with semicolons between them. */
const parts = z.string().transform((text) => text.split(";").flatMap((part) => part.trim() || []));

export const sellerVariables = {
  SELLER_ADDRESS: parts.optional(),
  SELLER_PHONE: z.string().trim().max(40).optional(),
  SELLER_REGISTER: z.string().trim().max(200).optional(),
  SELLER_BANK: parts
    .refine(
      (all) => all.every((part) => /^[^:]+: *\S/.test(part)),
      "write something like Bank: Our Bank; Account: 0000 1234 5678",
    )
    .optional(),
  SELLER_TERMS: parts.optional(),
  SELLER_COUNTRY: country.optional(),
  SELLER_TAX_NUMBER: z.string().trim().max(40).optional(),
  TAX_RATE: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,2})?$/, "write a percentage, such as 19 or 8.25")
    .optional(),
  PAPER: z.enum(["A4", "Letter"]).default("A4"),
};

type Read = {
  SELLER_ADDRESS?: string[] | undefined;
  SELLER_PHONE?: string | undefined;
  SELLER_REGISTER?: string | undefined;
  SELLER_BANK?: string[] | undefined;
  SELLER_TERMS?: string[] | undefined;
  SELLER_COUNTRY?: string | undefined;
  SELLER_TAX_NUMBER?: string | undefined;
  TAX_RATE?: string | undefined;
  PAPER: "A4" | "Letter";
};

/** What a demo invents, in a place that does not exist, with a bank and a phone that nobody can reach. */
const invented = {
  address: ["Loom Lane 3", "Leeds LS9 8AB", "United Kingdom"],
  phone: "+44 113 496 0107",
  register: "Company number 00000107, registered in England and Wales",
  country: "GB",
  taxNumber: "GB 000 0001 07",
  bank: ["Bank: Yard Street Bank, Leeds", "Account: 0000 1234 5678", "SWIFT: YARDGB00XXX"],
  terms: [
    "Prices are those of the day of the order, in US dollars. They include standard delivery, but neither tax nor customs.",
    "Payment is due on the day that the invoice names. Goods remain ours until they are paid for.",
  ],
};

/** The company's settings; a demo has invented ones. */
export function readSeller(read: Read, demo: boolean): SellerSettings {
  const { SELLER_ADDRESS, SELLER_PHONE, SELLER_REGISTER, SELLER_BANK, SELLER_TERMS, PAPER } = read;
  const { SELLER_COUNTRY, SELLER_TAX_NUMBER, TAX_RATE = "0" } = read;
  const bank = SELLER_BANK ?? (demo ? invented.bank : []);
  return {
    address: SELLER_ADDRESS ?? (demo ? invented.address : []),
    phone: SELLER_PHONE ?? (demo ? invented.phone : undefined),
    register: SELLER_REGISTER ?? (demo ? invented.register : undefined),
    bank: bank.map((part) => {
      const [label = "", ...value] = part.split(":");
      return [label.trim(), value.join(":").trim()];
    }),
    terms: SELLER_TERMS ?? (demo ? invented.terms : []),
    tax: {
      country: SELLER_COUNTRY ?? (demo ? invented.country : undefined),
      number: SELLER_TAX_NUMBER ?? (demo ? invented.taxNumber : undefined),
      rate: TAX_RATE,
    },
    paper: PAPER,
  };
}
