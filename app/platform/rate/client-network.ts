/** Where a visitor comes from: hashes of the networks around their address, the inner one first. */
export interface ClientNetworks {
  /** What a household or a company has to itself. */
  home: string;
  /** What its provider may give to one customer as well. */
  site: string;
}

/** A place as one text, by which those of one site stand together in an index. */
export const networksKey = ({ home, site }: ClientNetworks): string => `${site}.${home}`;

/** All texts of a site lie from `from` on and before `to`. */
export const siteKeyRange = ({ site }: ClientNetworks) => ({ from: `${site}.`, to: `${site}/` });
