type StitchProps = {
  /** One row instead of two: around empty states, beside OR. */
  single?: boolean;
  className?: string;
};

/** A topstitch as wide as its container. */
export function Stitch({ single = false, className }: StitchProps) {
  const classes = ["stitch", single && "one", className].filter(Boolean).join(" ");
  return <span className={classes} aria-hidden="true" />;
}

/** The chalk, red, chalk line on top of layers and under the header. */
export function Selvedge() {
  return <span className="selvedge" aria-hidden="true" />;
}

/** An upright selvedge with its seam, along the left edge of a positioned parent. */
export function SeamVertical({ className }: { className?: string }) {
  return <span className={className ? `seam-v ${className}` : "seam-v"} aria-hidden="true" />;
}

export function Rivet({ className }: { className?: string }) {
  return <i className={className ? `rivet ${className}` : "rivet"} aria-hidden="true" />;
}
