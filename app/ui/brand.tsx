import { Link } from "react-router";

type BrandProps = {
  to?: string;
  /** What stands before and after the rivet. */
  name: [string, string];
  className?: string;
};

export function Brand({ to = "/", name: [before, after], className }: BrandProps) {
  return (
    <Link to={to} className={className ? `brand ${className}` : "brand"} aria-label={`${before} & ${after}, home`}>
      {before}
      <i aria-hidden="true">&amp;</i>
      {after}
    </Link>
  );
}
