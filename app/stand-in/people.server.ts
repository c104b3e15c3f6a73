/** A person the stand-in can vouch for. */
export type StandInPerson = {
  /** The subject, which stays even if everything else changes. */
  id: string;
  /** The subject in GitHub's form. */
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
