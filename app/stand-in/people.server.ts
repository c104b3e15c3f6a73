/** Somebody the stand-in can answer for. */
export type StandInPerson = {
  /** The subject; it stays when all else changes. */
  id: string;
  /** The subject as GitHub has it. */
  number: number;
  name: string;
  email: string;
  isVerified: boolean;
};

export const demoPersons: readonly StandInPerson[] = [
  {
    id: "demo-noor",
    number: 101,
    name: "Noor Haddad",
    email: "noor.haddad@atelier-vaubleu.example",
    isVerified: true,
  },
  {
    id: "demo-priya",
    number: 102,
    name: "Priya Raghunath",
    email: "priya.raghunath@neelbandh-mills.example",
    isVerified: true,
  },
];
