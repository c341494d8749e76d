interface CatalogueProps {
  releases: readonly { id: string; title: string; type: string; artistName: string }[];
  artists: readonly { artistId: string; name: string }[];
}

/** The label's artists by name. */
export const Roster = ({ artists }: Pick<CatalogueProps, "artists">) => (
  <ul className="page-roster">
    {artists.map(({ artistId, name }) => (
      <li key={artistId}>
        <a href={`/artist/${artistId}`}>{name}</a>
      </li>
    ))}
  </ul>
);

/** The label's artists and releases as sections of a page; nothing while there are none. */
export function Catalogue({ releases, artists }: CatalogueProps) {
  return (
    <>
      {artists.length > 0 && (
        <section aria-labelledby="artists">
          <h2 id="artists">Artists</h2>
          <Roster artists={artists} />
        </section>
      )}
      {releases.length > 0 && (
        <section aria-labelledby="releases">
          <h2 id="releases">Out with us</h2>
          <ul className="page-catalogue">
            {releases.map(({ id, title, type, artistName }) => (
              <li key={id}>
                <a href={`/details/${id}`}>{title}</a>
                <span className="page-small">{artistName}</span>
                <span className="page-small">{type}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
