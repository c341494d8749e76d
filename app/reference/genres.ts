/** A store genre and its sub-genres: alphabetical, with 'None of the above' last. */
export interface Genre {
  readonly name: string;
  readonly subGenres: readonly string[];
}

// One text, because a thousand quoted strings would cost a phone more to download and parse.
function parse(blocks: string): Genre[] {
  return blocks.split("\n\n").map((block) => {
    const [name = "", subGenres = ""] = block.split(":");
    return {
      name: name.trim(),
      subGenres: [...subGenres.split(",").map((entry) => entry.trim()), "None of the above"],
    };
  });
}

/**
 * Primary genres in the order of the specification's fixed taxonomy (entities, "Genres").
 * The specification does not list the sub-genres; these follow the way stores and distributors
 * file music. A name may appear under several primaries, never twice under one.
 */
export const genres: readonly Genre[] = parse(`
  Pop: Acoustic Pop, Adult Contemporary, Alternative Pop, Ambient Pop, Art Pop, Ballad, Baroque Pop,
  Bedroom Pop, Britpop, Bubblegum Pop, Chamber Pop, City Pop, Country Pop, Dance Pop, Dark Pop,
  Disco Pop, Dream Pop, Electropop, Europop, Folk Pop, French Pop, Hyperpop, Indie Pop, Jangle Pop,
  Jazz Pop, K-Pop, Latin Pop, Lo-Fi Pop, New Wave, Noise Pop, Operatic Pop, Pop Punk, Pop Rap,
  Pop Rock, Pop Soul, Power Pop, Psychedelic Pop, Singer-Songwriter, Sophisti-Pop, Surf Pop,
  Synth-Pop, Teen Pop, Traditional Pop, Tropical Pop

  Folk: Acoustic Folk, Alternative Folk, Americana, Anti-Folk, Appalachian Folk, Balkan Folk,
  British Folk, Celtic Folk, Chamber Folk, Contemporary Folk, Country Folk, Dark Folk,
  Eastern European Folk, Folk Blues, Folk Jazz, Folk Pop, Folk Punk, Folk Revival, Folk Rock,
  Folktronica, Freak Folk, Indie Folk, Irish Folk, Medieval Folk, Mediterranean Folk, Neofolk,
  Nordic Folk, Old-Time, Progressive Folk, Protest Songs, Psychedelic Folk, Roots, Scottish Folk,
  Sea Shanties, Singer-Songwriter, Skiffle, Slavic Folk, Traditional Folk, Urban Folk, Welsh Folk,
  Work Songs

  Country: Alternative Country, Americana, Australian Country, Bakersfield Sound, Bluegrass,
  Bro-Country, Classic Country, Contemporary Bluegrass, Contemporary Country, Country Blues,
  Country Folk, Country Gospel, Country Pop, Country Rap, Country Rock, Country Soul,
  Countrypolitan, Cowboy Songs, Cowpunk, Dansband, Gothic Country, Hillbilly Boogie, Honky-Tonk,
  Indie Country, Nashville Sound, Neotraditional Country, Old-Time, Outlaw Country,
  Progressive Bluegrass, Progressive Country, Red Dirt, Rockabilly, Singer-Songwriter,
  Southern Rock, Texas Country, Traditional Bluegrass, Traditional Country, Truck-Driving Country,
  Urban Cowboy, Western Swing

  Jazz: Acid Jazz, Afro-Cuban Jazz, Avant-Garde Jazz, Bebop, Big Band, Bossa Nova, Chamber Jazz,
  Contemporary Jazz, Cool Jazz, Crossover Jazz, Dixieland, Electro-Swing, Ethio-Jazz, European Jazz,
  Free Improvisation, Free Jazz, Gypsy Jazz, Hard Bop, Jazz Blues, Jazz Funk, Jazz Fusion,
  Jazz House, Jazz Rap, Jazz Rock, Latin Jazz, Mainstream Jazz, Modal Jazz, Neo-Bop,
  New Orleans Jazz, Nordic Jazz, Nu Jazz, Piano Jazz, Post-Bop, Ragtime, Smooth Jazz, Soul Jazz,
  Spiritual Jazz, Stride, Swing, Third Stream, Trad Jazz, UK Jazz, Vocal Jazz

  R&B/Soul: Afro R&B, Alternative R&B, Blue-Eyed Soul, Boogie, Bounce, British Soul, Chicago Soul,
  Classic R&B, Classic Soul, Contemporary R&B, Country Soul, Deep Soul, Disco, Doo-Wop, Electro-R&B,
  Funk, Funk Rock, Future R&B, Go-Go, Gospel Soul, Hip-Hop Soul, Indie R&B, Jazz Soul, Latin Soul,
  Memphis Soul, Minneapolis Sound, Modern Soul, Motown, Neo-Soul, New Jack Swing, Northern Soul,
  P-Funk, Philly Soul, Psychedelic Soul, Quiet Storm, Rhythm & Blues, Slow Jams, Smooth Soul,
  Southern Soul, Trap Soul, UK R&B, Urban Contemporary

  Rock: Acoustic Rock, Alternative Rock, Arena Rock, Art Rock, Blues Rock, Britpop, Classic Rock,
  Country Rock, Desert Rock, Electronic Rock, Experimental Rock, Folk Rock, Funk Rock, Garage Rock,
  Glam Rock, Gothic Rock, Grunge, Hard Rock, Hardcore Punk, Heartland Rock, Indie Rock,
  Industrial Rock, Instrumental Rock, Jam Band, Krautrock, Math Rock, New Wave, Noise Rock,
  Pop Rock, Post-Punk, Post-Rock, Progressive Rock, Psychedelic Rock, Punk Rock, Rap Rock,
  Rock & Roll, Rockabilly, Shoegaze, Soft Rock, Southern Rock, Space Rock, Stoner Rock, Surf Rock,
  Yacht Rock

  African: 3-Step, Afro House, Afro-Fusion, Afro-Pop, Afro-Soul, Afrobeat, Afrobeats, Alté,
  Amapiano, Apala, Azonto, Benga, Bikutsi, Bongo Flava, Chimurenga, Congolese Rumba, Coupé-Décalé,
  Desert Blues, Ethio-Jazz, Fuji, Funaná, Gengetone, Gnawa, Gqom, Griot, Highlife, Hiplife,
  Isicathamiya, Juju, Kizomba, Kuduro, Kwaito, Makossa, Maskandi, Mbalax, Mbaqanga, Morna, Ndombolo,
  Palm-Wine, Semba, Singeli, Soukous, Taarab, Zouglou

  Alternative: Adult Alternative, Alternative Dance, Alternative Electronic, Alternative Folk,
  Alternative Hip-Hop, Alternative Metal, Alternative Pop, Alternative R&B, Alternative Rock,
  Art Punk, Avant-Garde, Bedroom Pop, Chillwave, College Rock, Darkwave, Dream Pop, Emo,
  Ethereal Wave, Experimental, Goth, Grunge, Indie Electronic, Indie Folk, Indie Pop, Indie Rock,
  Indie Sleaze, Industrial, Jangle Pop, Lo-Fi, Math Rock, Midwest Emo, Neo-Psychedelia, New Wave,
  No Wave, Noise, Post-Hardcore, Post-Punk, Post-Rock, Punk, Riot Grrrl, Sadcore, Shoegaze,
  Slowcore, Trip-Hop

  Arabic: Andalusi, Arabic Electronic, Arabic Fusion, Arabic Hip-Hop, Arabic Indie, Arabic Jazz,
  Arabic R&B, Arabic Rock, Arabic Trap, Belly Dance, Chaabi, Choubi, Coptic, Dabke, Egyptian Pop,
  Fijiri, Gnawa, Inshad, Iraqi Maqam, Iraqi Pop, Khaleeji, Lebanese Pop, Levantine Folk, Mahraganat,
  Malhun, Malouf, Mawwal, Mezoued, Moroccan Pop, Muwashshah, Nasheed, Oud, Qasida, Quran Recitation,
  Raï, Samri, Sawt, Shaabi, Sheilat, Sudanese, Sufi, Tarab, Yemeni, Zaffa

  Asian: Anime, C-Pop, Campursari, Cantopop, Chinese Classical, Chinese Folk, Chinese Hip-Hop,
  Chinese Opera, City Pop, Dangdut, Enka, Gagaku, Gamelan, Hokkien Pop, Indonesian Pop, J-Pop,
  J-Rock, Japanese Folk, Japanese Hip-Hop, K-Pop, Kayōkyoku, Keroncong, Khmer Pop, Korean Ballad,
  Korean Hip-Hop, Korean R&B, Korean Rock, Kulintang, Luk Thung, Malay Pop, Mandopop,
  Mongolian Folk, Mor Lam, Original Pilipino Music, Pansori, Pinoy Rock, Q-Pop, Shibuya-Kei,
  Thai Pop, Trot, V-Pop, Vietnamese Bolero, Visual Kei, Vocaloid

  Blues: Acoustic Blues, African Blues, Blues Rock, Boogie-Woogie, British Blues, Chicago Blues,
  Classic Blues, Contemporary Blues, Country Blues, Delta Blues, Desert Blues, Detroit Blues,
  Dirty Blues, East Coast Blues, Electric Blues, Folk Blues, Funk Blues, Gospel Blues,
  Harmonica Blues, Hill Country Blues, Jazz Blues, Jug Band, Jump Blues, Kansas City Blues,
  Louisiana Blues, Memphis Blues, Modern Electric Blues, New Orleans Blues, Piano Blues,
  Piedmont Blues, Prewar Blues, Punk Blues, Slide Guitar Blues, Soul Blues, St. Louis Blues,
  Swamp Blues, Talking Blues, Texas Blues, Urban Blues, West Coast Blues

  Brazilian: Arrocha, Axé, Baião, Batucada, Bossa Nova, Brazilian Bass, Brazilian Gospel,
  Brazilian Hip-Hop, Brazilian Jazz, Brazilian Phonk, Brazilian Pop, Brazilian Rock, Brazilian Trap,
  Brega, Brega Funk, Capoeira, Carimbó, Choro, Ciranda, Coco, Forró, Frevo, Funk Carioca,
  Funk Melody, Guitarrada, Jovem Guarda, Lambada, Mangue Beat, Maracatu, Marchinha, MPB,
  Música Caipira, Música Gaúcha, Pagode, Piseiro, Samba, Samba-Canção, Samba-Enredo, Samba-Reggae,
  Samba-Rock, Sertanejo, Tecnobrega, Tropicália, Xote

  Christian & Gospel: African Gospel, Afro-Gospel, Bluegrass Gospel, Children's Christian,
  Christian Acoustic, Christian Alternative, Christian Christmas, Christian Country,
  Christian Electronic, Christian Folk, Christian Hardcore, Christian Hip-Hop, Christian Metal,
  Christian Pop, Christian Punk, Christian R&B, Christian Rock, Classic Christian,
  Contemporary Christian, Contemporary Gospel, Country Gospel, Gospel Blues, Gospel Choir,
  Gospel Quartet, Gospel Reggae, Gospel Soul, Gregorian Chant, Hymns, Inspirational,
  Instrumental Worship, Latin Christian, Liturgical, Messianic, Orthodox Chant, Praise & Worship,
  Southern Gospel, Spirituals, Traditional Gospel, Urban Gospel

  Classical: Art Song, Avant-Garde, Ballet, Baroque, Brass Ensemble, Cantata, Chamber Music, Choral,
  Classical Crossover, Classical Era, Classical Guitar, Concerto, Contemporary Classical,
  Early Music, Electroacoustic, Film Score, Gregorian Chant, Impressionist, Lieder, Mass & Requiem,
  Medieval, Minimalism, Modern Composition, Musique Concrète, Neoclassical, Opera, Operetta,
  Oratorio, Orchestral, Organ, Post-Minimalism, Renaissance, Romantic, Sacred, Serialism,
  Solo Instrumental, Solo Piano, Sonata, String Quartet, Symphony, Wedding Music, Wind Ensemble,
  Zarzuela

  Easy Listening: Accordion, Background Music, Ballroom, Beautiful Music, Big Band, Bossa Lounge,
  Chillout, Cocktail Lounge, Coffeehouse, Crooner, Dinner Music, Elevator Music, Exotica,
  Film Themes, Instrumental Covers, Instrumental Pop, Latin Lounge, Light Classical,
  Light Orchestral, Lounge, Love Songs, Middle of the Road, Mood Music, Nostalgia, Orchestral Pop,
  Pan Flute, Piano Bar, Romantic Guitar, Schlager, Show Tunes, Smooth Jazz, Soft Pop, Soft Rock,
  Space Age Pop, Standards, Swing, Torch Songs, Traditional Pop, Vocal, Waltz

  Electronic: Afro House, Ambient, Bass House, Bass Music, Big Room, Breakbeat, Chillout, Dance,
  Deep House, Downtempo, Drum & Bass, Dubstep, Electro, Electro House, Electronica, Eurodance,
  Future Bass, Future House, Glitch, Hard Techno, Hardcore, Hardstyle, House, IDM, Indie Dance,
  Jersey Club, Jungle, Lo-Fi House, Melodic House & Techno, Minimal Techno, Nu Disco, Organic House,
  Phonk, Progressive House, Psytrance, Synthwave, Tech House, Techno, Trance, Trap, Trip-Hop,
  Tropical House, UK Garage, Vaporwave

  Hip-Hop/Rap: Abstract Hip-Hop, Afro Trap, Alternative Hip-Hop, Battle Rap, Boom Bap, Bounce,
  Cloud Rap, Comedy Rap, Conscious Hip-Hop, Crunk, Dirty South, Drill, Drumless, East Coast Hip-Hop,
  Emo Rap, Experimental Hip-Hop, Freestyle Rap, French Rap, G-Funk, Gangsta Rap, Golden Age Hip-Hop,
  Grime, Hardcore Hip-Hop, Horrorcore, Hyphy, Instrumental Hip-Hop, Jazz Rap, Latin Hip-Hop,
  Lo-Fi Hip-Hop, Melodic Rap, Memphis Rap, Midwest Hip-Hop, Old School Hip-Hop, Phonk, Plugg,
  Political Hip-Hop, Pop Rap, Rage, Rap Rock, Trap, Turntablism, UK Drill, UK Hip-Hop,
  West Coast Hip-Hop

  Indian: Assamese, Baul, Bengali, Bhajan, Bhangra, Bhojpuri, Bollywood, Carnatic Classical,
  Dandiya, Devotional, Filmi, Folk Fusion, Garba, Ghazal, Gujarati, Haryanvi, Himachali, Hindi Pop,
  Hindustani Classical, Indian Classical Fusion, Indian Electronic, Indian Hip-Hop, Indian Indie,
  Indian Jazz, Indian Rock, Kannada, Kirtan, Kollywood, Konkani, Lavani, Malayalam, Marathi, Odia,
  Punjabi, Qawwali, Rabindra Sangeet, Rajasthani Folk, Sandalwood, Shabad, Sufi, Tamil, Telugu,
  Thumri, Tollywood

  Latin: Alternative Latin, Bachata, Banda, Bolero, Boogaloo, Bossa Nova, Cha-Cha-Chá, Champeta,
  Corridos, Corridos Tumbados, Cuarteto, Cumbia, Danzón, Dembow, Duranguense, Electro Latino,
  Flamenco, Grupera, Guaracha, Huayno, Latin Jazz, Latin Pop, Latin Rock, Latin Trap, Latin Urban,
  Mambo, Mariachi, Merengue, Norteño, Nueva Canción, Plena, Ranchera, Reggaeton, Regional Mexican,
  RKT, Rumba, Salsa, Sierreño, Son Cubano, Tango, Tejano, Timba, Trova, Vallenato

  Metal: Alternative Metal, Avant-Garde Metal, Black Metal, Blackgaze, Brutal Death Metal,
  Celtic Metal, Crossover Thrash, Death Metal, Death-Doom, Deathcore, Djent, Doom Metal,
  Drone Metal, Extreme Metal, Folk Metal, Funk Metal, Glam Metal, Goregrind, Gothic Metal,
  Grindcore, Groove Metal, Hair Metal, Heavy Metal, Industrial Metal, Mathcore, Melodic Death Metal,
  Metalcore, Neoclassical Metal, New Wave of British Heavy Metal, Nu Metal, Pagan Metal, Post-Metal,
  Power Metal, Progressive Metal, Rap Metal, Sludge Metal, Speed Metal, Stoner Metal,
  Symphonic Metal, Technical Death Metal, Thrash Metal, Trap Metal, Viking Metal, War Metal

  Reggae: 2-Tone, African Reggae, Dancehall, Deejay, Digital Dancehall, Dub, Dub Poetry,
  Early Reggae, European Reggae, Gospel Reggae, Jamaican Ska, Latin Reggae, Lovers Rock, Mento,
  Modern Reggae, Nyabinghi, Pop Reggae, Ragga, Ragga Jungle, Reggae Fusion, Reggae Rock, Rockers,
  Rocksteady, Roots Reggae, Shatta, Singjay, Ska, Ska Jazz, Ska Punk, Skinhead Reggae, Steppers,
  Surf Reggae, Third Wave Ska, Toasting, Traditional Reggae, Trap Dancehall, UK Reggae

  Relaxation: Ambient, ASMR, Baby Sleep, Binaural Beats, Brainwave Entrainment, Breathwork,
  Brown Noise, Chakra Balancing, Concentration, Drone, Fan & Appliance Noise, Guided Meditation,
  Healing, Hypnosis, Isochronic Tones, Lullabies, Mantra, Massage, Meditation, Mindfulness,
  Native Flute, Nature Sounds, New Age, Ocean Sounds, Pet Relaxation, Pink Noise, Rain Sounds,
  Reiki, Relaxing Guitar, Relaxing Piano, Shamanic, Singing Bowls, Sleep, Solfeggio Frequencies,
  Sound Bath, Soundscape, Spa, Study, Tai Chi & Qigong, Thunderstorms, Water Sounds, White Noise,
  Yoga, Zen

  Various: A Cappella, Anthems, Audio Drama, Audiobook, Birthday, Cabaret, Children's Music,
  Christmas, Circus & Carnival, Comedy, Cover Versions, DJ Mix, Educational, Experimental,
  Field Recordings, Film Soundtrack, Fitness & Workout, Halloween, Holiday, Instrumental, Interview,
  Karaoke, Library Music, Lullabies, Marching Band, Military, Musical Theatre, Novelty,
  Nursery Rhymes, Parody, Poetry, Seasonal, Sound Effects, Soundtrack, Speeches, Spoken Word,
  Sports Chants, Storytelling, Television, Tribute, Video Game Music, Wedding

  World Music: Aboriginal Australian, Alpine, Andean, Armenian, Balkan, Cajun, Calypso, Caribbean,
  Celtic, Central Asian, Chanson, Chutney, Compas, Ethnic Fusion, Fado, Flamenco,
  Georgian Polyphony, Greek, Hawaiian, Hebrew, Irish Traditional, Italian Canzone, Klezmer, Māori,
  Native American, Nordic, Persian, Polka, Polynesian, Qawwali, Rebetiko, Romani, Russian,
  Scottish Traditional, Sephardic, Soca, Steelpan, Throat Singing, Turkish, Volksmusik, Worldbeat,
  Zouk, Zydeco
`);

// A Map, so that a posted value such as "constructor" finds nothing.
const subGenresByPrimary = new Map(genres.map(({ name, subGenres }) => [name, subGenres]));

/** Sub-genres to offer for a primary genre, matched to the letter; empty for an unknown one. */
export function subGenresOf(primary: string): readonly string[] {
  return subGenresByPrimary.get(primary) ?? [];
}

/** Whether the sub-genre is offered under that primary genre, 'None of the above' included. */
export function isSubGenreOf(primary: string, subGenre: string): boolean {
  return subGenresOf(primary).includes(subGenre);
}
