// One text, because six hundred quoted strings would cost a phone more to download and parse.
function parse(blocks: string): Map<string, readonly string[]> {
  return new Map(
    blocks.split("\n\n").map((block) => {
      const [country = "", cities = ""] = block.split(":");
      return [country.trim(), list(cities)];
    }),
  );
}

function list(cities: string): string[] {
  return cities.split(",").map((city) => city.trim());
}

// Largest first by city or municipality, under the names English uses. The order is a convenience:
// it was written from knowledge, and neighbours of nearly the same size may stand the other way.
// The specification asks for suggestions in about 16 countries without naming the countries.
const citiesByCountry = parse(`
  United Kingdom: London, Birmingham, Leeds, Glasgow, Sheffield, Manchester, Bradford, Edinburgh,
  Liverpool, Bristol, Leicester, Cardiff, Coventry, Belfast, Nottingham, Newcastle upon Tyne,
  Milton Keynes, Brighton, Sunderland, Hull, Plymouth, Wolverhampton, Derby, Stoke-on-Trent,
  Southampton, Swansea, Luton, Aberdeen, Portsmouth, York, Bournemouth, Reading, Oxford, Newport,
  Dundee, Cambridge, Norwich, Exeter, Bath, Derry

  United States: New York, Los Angeles, Chicago, Houston, Phoenix, Philadelphia, San Antonio,
  San Diego, Dallas, San Jose, Austin, Jacksonville, Fort Worth, Columbus, Indianapolis, Charlotte,
  San Francisco, Seattle, Denver, Washington, Nashville, Oklahoma City, El Paso, Boston, Portland,
  Las Vegas, Detroit, Memphis, Louisville, Baltimore, Milwaukee, Albuquerque, Sacramento,
  Kansas City, Atlanta, Miami, Oakland, Minneapolis, New Orleans, Cleveland

  Ireland: Dublin, Cork, Limerick, Galway, Waterford, Drogheda, Dundalk, Swords, Navan, Bray, Ennis,
  Carlow, Kilkenny, Naas, Tralee, Newbridge, Balbriggan, Portlaoise, Athlone, Mullingar,
  Letterkenny, Greystones, Wexford, Sligo, Clonmel, Maynooth, Tullamore, Killarney, Cobh, Castlebar,
  Cavan, Ballina

  France: Paris, Marseille, Lyon, Toulouse, Nice, Nantes, Montpellier, Strasbourg, Bordeaux, Lille,
  Rennes, Toulon, Reims, Saint-Étienne, Le Havre, Villeurbanne, Dijon, Angers, Grenoble, Nîmes,
  Aix-en-Provence, Clermont-Ferrand, Le Mans, Brest, Tours, Amiens, Annecy, Limoges, Metz,
  Perpignan, Besançon, Orléans, Rouen, Caen, Mulhouse, Nancy, Avignon, Poitiers, La Rochelle, Pau

  Netherlands: Amsterdam, Rotterdam, The Hague, Utrecht, Eindhoven, Groningen, Tilburg, Almere,
  Breda, Nijmegen, Apeldoorn, Haarlem, Arnhem, Enschede, Amersfoort, 's-Hertogenbosch, Zwolle,
  Leiden, Zoetermeer, Leeuwarden, Maastricht, Dordrecht, Ede, Alphen aan den Rijn, Alkmaar, Emmen,
  Delft, Venlo, Deventer, Helmond, Hilversum, Heerlen, Gouda, Hoorn, Assen

  Germany: Berlin, Hamburg, Munich, Cologne, Frankfurt, Stuttgart, Düsseldorf, Leipzig, Dortmund,
  Essen, Bremen, Dresden, Hanover, Nuremberg, Duisburg, Bochum, Wuppertal, Bielefeld, Bonn, Münster,
  Mannheim, Karlsruhe, Augsburg, Wiesbaden, Mönchengladbach, Gelsenkirchen, Aachen, Braunschweig,
  Chemnitz, Kiel, Halle, Magdeburg, Freiburg, Krefeld, Mainz, Lübeck, Erfurt, Rostock, Kassel,
  Potsdam

  Spain: Madrid, Barcelona, Valencia, Seville, Zaragoza, Málaga, Murcia, Palma, Las Palmas,
  Alicante, Bilbao, Córdoba, Valladolid, Vigo, L'Hospitalet de Llobregat, Gijón, Vitoria-Gasteiz,
  A Coruña, Elche, Granada, Terrassa, Badalona, Cartagena, Sabadell, Oviedo, Jerez de la Frontera,
  Santa Cruz de Tenerife, Pamplona, Almería, San Sebastián, Burgos, Castellón de la Plana, Albacete,
  Santander, Logroño, Salamanca, Huelva, Cádiz, Girona

  Italy: Rome, Milan, Naples, Turin, Palermo, Genoa, Bologna, Florence, Bari, Catania, Verona,
  Venice, Messina, Padua, Brescia, Trieste, Parma, Prato, Taranto, Modena, Reggio Calabria,
  Reggio Emilia, Perugia, Ravenna, Livorno, Rimini, Cagliari, Foggia, Ferrara, Salerno, Monza,
  Sassari, Bergamo, Pescara, Trento, Vicenza, Bolzano, Ancona, Lecce, Pisa

  Portugal: Lisbon, Sintra, Vila Nova de Gaia, Porto, Cascais, Loures, Braga, Almada, Matosinhos,
  Oeiras, Amadora, Seixal, Gondomar, Guimarães, Odivelas, Coimbra, Maia, Vila Nova de Famalicão,
  Leiria, Setúbal, Barcelos, Funchal, Viseu, Viana do Castelo, Torres Vedras, Aveiro, Loulé, Faro,
  Ponta Delgada, Póvoa de Varzim, Portimão, Santarém, Évora, Castelo Branco, Caldas da Rainha,
  Vila Real, Covilhã, Guarda, Bragança, Beja

  Belgium: Brussels, Antwerp, Ghent, Charleroi, Liège, Bruges, Namur, Leuven, Mons, Aalst, Mechelen,
  La Louvière, Sint-Niklaas, Hasselt, Kortrijk, Ostend, Tournai, Genk, Roeselare, Seraing, Mouscron,
  Verviers, Dendermonde, Turnhout, Vilvoorde, Lokeren, Sint-Truiden, Halle, Ninove, Waregem, Lier,
  Wavre, Ypres, Arlon

  Sweden: Stockholm, Gothenburg, Malmö, Uppsala, Västerås, Örebro, Linköping, Helsingborg,
  Jönköping, Norrköping, Lund, Umeå, Gävle, Södertälje, Borås, Växjö, Halmstad, Eskilstuna,
  Karlstad, Sundsvall, Östersund, Trollhättan, Luleå, Borlänge, Kalmar, Kristianstad, Falun, Skövde,
  Karlskrona, Skellefteå, Uddevalla, Varberg, Nyköping, Örnsköldsvik, Visby, Kiruna

  Norway: Oslo, Bergen, Trondheim, Stavanger, Kristiansand, Drammen, Fredrikstad, Sandnes, Tromsø,
  Ålesund, Sandefjord, Sarpsborg, Tønsberg, Skien, Bodø, Moss, Larvik, Arendal, Haugesund,
  Porsgrunn, Hamar, Halden, Molde, Hønefoss, Gjøvik, Kongsberg, Lillehammer, Horten, Mo i Rana,
  Harstad, Kristiansund, Steinkjer, Narvik, Elverum, Alta, Levanger, Hammerfest

  Denmark: Copenhagen, Aarhus, Odense, Aalborg, Esbjerg, Randers, Horsens, Kolding, Vejle, Roskilde,
  Herning, Silkeborg, Hørsholm, Helsingør, Næstved, Viborg, Fredericia, Køge, Holstebro, Slagelse,
  Hillerød, Holbæk, Sønderborg, Svendborg, Hjørring, Ringsted, Frederikshavn, Haderslev, Skive,
  Nyborg, Nykøbing Falster, Kalundborg, Aabenraa, Middelfart, Grenaa, Rønne, Thisted

  Canada: Toronto, Montreal, Calgary, Ottawa, Edmonton, Winnipeg, Mississauga, Vancouver, Brampton,
  Hamilton, Surrey, Quebec City, Halifax, Laval, London, Markham, Gatineau, Saskatoon, Kitchener,
  Longueuil, Burnaby, Windsor, Regina, Richmond, Oshawa, Sherbrooke, Sudbury, Barrie, Kelowna,
  Guelph, Trois-Rivières, Kingston, St. John's, Victoria, Moncton, Saint John, Fredericton,
  Charlottetown, Whitehorse

  Australia: Sydney, Melbourne, Brisbane, Perth, Adelaide, Gold Coast, Newcastle, Canberra,
  Sunshine Coast, Central Coast, Wollongong, Geelong, Hobart, Townsville, Cairns, Toowoomba, Darwin,
  Ballarat, Bendigo, Albury, Launceston, Mackay, Rockhampton, Bunbury, Coffs Harbour, Bundaberg,
  Wagga Wagga, Hervey Bay, Mildura, Shepparton, Port Macquarie, Tamworth, Orange, Dubbo, Geraldton,
  Bathurst, Warrnambool, Kalgoorlie, Lismore, Alice Springs

  Nigeria: Lagos, Kano, Ibadan, Abuja, Port Harcourt, Benin City, Onitsha, Uyo, Aba, Kaduna, Nnewi,
  Ilorin, Owerri, Warri, Jos, Enugu, Umuahia, Maiduguri, Osogbo, Lokoja, Akure, Zaria, Sokoto,
  Calabar, Bauchi, Katsina, Abeokuta, Gombe, Ado Ekiti, Minna, Makurdi, Ogbomosho, Ile-Ife, Yola,
  Awka, Asaba, Lafia, Abakaliki
`);

// Cities outside of the countries above.
const worldCities: readonly string[] = list(`
  Tokyo, Delhi, Shanghai, Dhaka, São Paulo, Mexico City, Cairo, Beijing, Mumbai, Osaka, Karachi,
  Kinshasa, Istanbul, Buenos Aires, Kolkata, Manila, Lahore, Rio de Janeiro, Bengaluru, Moscow,
  Bogotá, Jakarta, Lima, Bangkok, Seoul, Tehran, Luanda, Ho Chi Minh City, Kuala Lumpur, Hong Kong,
  Santiago, Johannesburg, Singapore, Abidjan, Addis Ababa, Nairobi, Cape Town, Tel Aviv, Medellín,
  Casablanca, Kampala, Dakar, Athens, Dubai, Kyiv, Taipei, Accra, Beirut, Havana, Vienna, Warsaw,
  Budapest, Bucharest, Montevideo, Auckland, Belgrade, Zurich, Prague, Helsinki, Kingston
`);

/** Countries with city suggestions of their own, named as in the country list. */
export const countriesWithCities: readonly string[] = [...citiesByCountry.keys()];

/**
 * City suggestions for a country, largest first: its own cities if listed, else cities of the world.
 * Empty without a country. Any other city is as good an answer (specification).
 */
export function citiesOf(country: string): readonly string[] {
  return country === "" ? [] : (citiesByCountry.get(country) ?? worldCities);
}
