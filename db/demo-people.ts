/** The two people of a demo shop. They exist in demo mode only; `.example` is nobody's domain (RFC 2606). */
export const demoPeople = {
  buyer: { name: "Demo Buyer", email: "buyer@rivet-and-reed.example", password: "ecru-and-indigo", role: "buyer" },
  admin: { name: "Demo Admin", email: "admin@rivet-and-reed.example", password: "denim-and-brass", role: "admin" },
} as const;
