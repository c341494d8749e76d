/** Hashes of the networks around a visitor's address. */
export interface ClientNetworks {
  /** Of a household or a company. */
  home: string;
  /** The larger network that a provider may give to one customer. */
  site: string;
}

export const networksKey = ({ home, site }: ClientNetworks): string => `${site}.${home}`;

/** The range of all keys of a site: from `from` on and before `to`. */
export const siteKeyRange = ({ site }: ClientNetworks) => ({ from: `${site}.`, to: `${site}/` });
