import type { Line } from "#app/contract/line.ts";

type Partner = {
  name: string;
  /** These partners are invented and have no sites; each link shows the trims they had a part in. */
  line: Line;
  picture: string;
  width: number;
};

export const partners: readonly Partner[] = [
  {
    name: "Loomgate Tape Mill",
    line: "zippers-pullers",
    picture: "/images/site/partner-loomgate-tape-mill.svg",
    width: 155,
  },
  {
    name: "Ferrohaus Die Works",
    line: "buttons",
    picture: "/images/site/partner-ferrohaus-die-works.svg",
    width: 168,
  },
  {
    name: "Castellane Hides",
    line: "belts-buckles",
    picture: "/images/site/partner-castellane-hides.svg",
    width: 169,
  },
  {
    name: "Verdigris Row Plating",
    line: "rivets",
    picture: "/images/site/partner-verdigris-row-plating.svg",
    width: 204,
  },
  {
    name: "Tidewell Dye House",
    line: "threads",
    picture: "/images/site/partner-tidewell-dye-house.svg",
    width: 145,
  },
];
