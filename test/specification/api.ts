// What the specification says of the calls and what they answer, typed from it and imported from nowhere.

/** The fields of each entity on the wire; a shop may tell more, never under another name. */
export const fields = {
  trim: ["_id", "name", "price", "description", "moq", "quantity", "img"],
  review: ["_id", "name", "email", "review", "ratings", "img"],
  order: ["_id", "name", "email", "phone", "address", "productName", "orderQuantity"],
  profile: ["_id", "email", "name", "role", "phone", "linkedin", "location", "education"],
} as const;

/** Every call of the product; the shop may have more. */
export const calls = [
  { line: "R-339", method: "POST", path: "/login", access: "public" },
  { line: "R-341", method: "GET", path: "/admin/{email}", access: "bearer" },
  { line: "R-344", method: "GET", path: "/orders", access: "bearer" },
  { line: "R-348", method: "POST", path: "/orders", access: "bearer" },
  { line: "R-350", method: "DELETE", path: "/orders/{id}", access: "bearer" },
  { line: "R-352", method: "GET", path: "/allOrders", access: "admin" },
  { line: "R-353", method: "GET", path: "/reviews", access: "public" },
  { line: "R-355", method: "POST", path: "/reviews", access: "bearer" },
  { line: "R-357", method: "PUT", path: "/profile/{email}", access: "bearer" },
  { line: "R-359", method: "GET", path: "/profiles", access: "admin" },
  { line: "R-361", method: "PUT", path: "/profiles/admin/{email}", access: "admin" },
  { line: "R-363", method: "DELETE", path: "/profiles/{id}", access: "admin" },
  { line: "R-364", method: "GET", path: "/trims", access: "public" },
  { line: "R-365", method: "GET", path: "/trims/{id}", access: "public" },
  { line: "R-367", method: "POST", path: "/trims", access: "admin" },
  { line: "R-369", method: "DELETE", path: "/trims/{id}", access: "admin" },
] as const;

export const messages = {
  belowMinimum: { line: "R-405", words: (moq: number) => `Minimum Order Quantity is ${moq}` },
  aboveAvailable: { line: "R-405", words: (quantity: number) => `Maximum Order Quantity is ${quantity}` },
  lowRating: { line: "R-407", words: "At least rate 4 out of five" },
  highRating: { line: "R-407", words: "You can not rate more than 5" },
  nobody: { line: "R-382", words: "No user is logged in" },
} as const;
