// What the specification says of the purchase page and of the buyer's orders; see public.ts.

export const purchase = {
  figures: [
    { line: "R-149", of: "price per piece" },
    { line: "R-150", of: "available quantity" },
    { line: "R-151", of: "minimum order quantity" },
  ],
  form: { line: "R-152", title: "Order Form" },
  given: [
    { line: "R-153", label: "Name" },
    { line: "R-154", label: "E-mail" },
    { line: "R-155", label: "Product name" },
  ],
  typed: [
    { line: "R-156", label: "Phone", kind: "digits" },
    { line: "R-157", label: "Address", kind: "textarea" },
    { line: "R-158", label: "Order quantity", kind: "number" },
  ],
  required: { line: "R-162", words: "Order Quantity is required" },
  minimum: { line: "R-163", words: (moq: number) => `Minimum Order Quantity is ${moq}` },
  maximum: { line: "R-164", words: (quantity: number) => `Maximum Order Quantity is ${quantity}` },
  success: {
    line: "R-174",
    words: "Success !!! Your Order will be reviewed by an admin. For update visit My Orders page.",
  },
} as const;

export const myOrders = { line: "R-210", heading: (count: number) => `My Orders : ${count} items` } as const;
