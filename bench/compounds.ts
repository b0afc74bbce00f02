/** German compounds with a "|" between their two parts, a joining s with the first. */
export const COMPOUNDS = `
Kaffee|maschine Zahn|bürste Arbeits|platz Fahrrad|schlüssel Kühl|schrank Hand|schuh Wasser|hahn Stadt|bibliothek
Sommer|reifen Winter|mantel Schreib|tisch Geschirr|spüler Wasch|becken Schlaf|anzug Regen|schirm Sonnen|brille
Apfel|kuchen Kartoffel|suppe Roggen|brot Erdbeer|marmelade Zwiebel|ring Honig|melone Butter|milch Käse|glocke
Kinder|garten Schul|ranzen Lehr|buch Wörter|verzeichnis Prüfungs|angst Klassen|fahrt Zeugnis|konferenz Mathe|aufgabe
Bundes|tag Steuer|erklärung Miet|vertrag Kranken|versicherung Renten|bescheid Gerichts|urteil Grund|gesetz Bürger|meister
Straßen|laterne Auto|bahn Flug|hafen Haupt|postamt Fuß|gänger Kreis|verkehr Park|verbot Tank|stelle
Berg|hütte Wander|stiefel Gletscher|spalte Ufer|promenade Leucht|turm Hafen|kran Fischer|netz Segel|regatta
Blumen|topf Rasen|mäher Garten|zaun Kompost|haufen Gieß|kanne Obst|plantage Hecken|schere Gemüse|beet
Klavier|konzert Geigen|bogen Noten|ständer Chor|leiter Opern|sänger Schlag|zeug Orchester|graben Kammer|musik
Zeitungs|artikel Buch|handlung Taschen|lampe Foto|album Brief|marke Papier|korb Blei|stift Radier|gummi
Rechen|zentrum Daten|schutz Festplatten|fehler Netz|werk Quell|code Bild|schirm Tasten|kürzel Speicher|karte
Wetter|vorhersage Gewitter|wolke Sturm|warnung Nebel|bank Hagel|schaden Frost|grenze Tau|tropfen Schnee|sturz
Haus|tür Dach|rinne Keller|fenster Treppen|geländer Boden|diele Wand|farbe Stuck|decke Ziegel|mauer
Zug|begleiter Bahn|steig Fahr|karte Speise|wagen Gepäck|netz Weichen|heizung Gleis|bau Signal|mast
Arzt|praxis Impf|pass Blut|druck Herz|klappe Knochen|bruch Lungen|flügel Nieren|stein Magen|säure
Sport|verein Fuß|ballspieler Tennis|schläger Schwimm|meister Turn|halle Ruder|boot Ski|piste Reit|stunde
Haus|halt Spar|buch Aktien|kurs Zins|satz Kredit|rate Währungs|reform Börsen|gang Konto|auszug
Frauen|wahlrecht Arbeiter|bewegung Kriegs|ende Mauer|fall Reichs|gründung Bauern|aufstand Ritter|burg Kloster|schule
Vogel|haus Katzen|futter Hunde|leine Pferde|stall Bienen|stock Schafs|wolle Hühner|ei Fisch|zucht
Licht|schalter Steck|dose Strom|zähler Glüh|birne Kabel|trommel Batterie|fach Sicherungs|kasten Lade|gerät
Näh|kasten Strick|nadel Bügel|brett Knopf|loch Reiß|verschluss Woll|socke Leder|gürtel Seiden|schal
Kirchen|orgel Tauf|becken Altar|bild Fried|hof Weihnachts|baum Oster|feuer Pilger|weg Glocken|läuten
Umwelt|zeichen Wind|rad Solar|dach Müll|trennung Klima|wandel Wald|brand Moor|schutz Erd|wärme
Tee|löffel Brat|pfanne Schneid|unterlage Back|ofen Koch|topf Salat|schüssel Wein|keller Brot|messer
Traum|deutung Sprach|kurs Reise|führer Land|karte Welt|raum Stern|warte Mond|finsternis Zeit|umstellung
`
  .trim()
  .split(/\s+/)
  .map((pair) => pair.split("|") as [first: string, second: string]);
