import type { ComponentProps } from "react";
import layout from "./staff-layout.module.css";

interface TargetLinkProps extends ComponentProps<"a"> {
  /** Whether it is the name of a row. */
  isName?: boolean;
}

/** A link that is as high as a target. */
export const TargetLink = ({ isName, ...link }: TargetLinkProps) => (
  <a className={isName ? layout.name : layout.target} {...link} />
);
