/// The names of columns, by meaning; the first of a list is preferred when several columns fit.
enum NameTables {
  static let features: [(Feature, [String])] = [
    (
      .lapNumber,
      [
        "lap", "laps", "lap number", "lap no", "lap num", "lap index", "Runde", "Runden",
        "Rundennummer", "Circuit", "Circuits", "Tour", "Tours", "Vuelta", "Vueltas", "Giro", "Giri",
        "Volta", "Voltas", "Ronde", "Ronden", "Varv", "Omgang", "Omgange", "Runder", "Kierros",
        "Kierrokset", "Okrążenie", "Okrążenia", "Kolo", "Kola", "Kör", "Körök", "Круг", "Круги",
        "ラップ", "圈", "圈数",
      ]
    ),
    (
      .lapDistance,
      [
        "lap distance", "distance lap", "split distance", "interval distance", "leg distance",
        "segment distance", "lap length", "lap dist", "GetDistance", "Rundendistanz",
        "lap total distance",
      ]
    ),
    (
      .cumDistance,
      [
        "cum distance", "cumulative distance", "distance cumulative", "cum dist",
        "elapsed distance", "distance total", "distance so far",
      ]
    ),
    (
      .lapTime,
      [
        "lap time", "lap duration", "leg time", "segment time", "interval time",
        "lap time formatted", "Rundenzeit", "Temps au tour", "Temps du tour", "Tiempo de vuelta",
        "Tempo giro", "Rondetijd", "Varvtid", "Omgangstid", "Rundetid", "Kierrosaika",
        "Czas okrążenia", "Köridő", "Tempo da volta", "Время круга", "ラップタイム",
      ]
    ),
    (
      .cumTime,
      [
        "cum time", "cumulative time", "elapsed", "global time", "Kumulierte Zeit", "Temps cumulé",
        "Tiempo acumulado", "Tempo cumulativo", "Tempo acumulado", "Cumulatieve tijd",
        "Kumulativ tid", "Ackumulerad tid", "Akkumuleret tid", "Kumulatiivinen aika",
        "Kumulativní čas", "Kumulatív idő", "Накопленное время", "累積タイム", "累積時間", "累计时间",
      ]
    ),
    (
      .course,
      [
        "course", "route", "route name", "track", "event", "event name", "race", "race name",
        "grand prix", "Parcours", "Ruta", "Recorrido", "Percorso", "Reitti", "Trasa", "Kurs",
      ]
    ),
    (.distance, ["race distance", "goal distance", "course distance", "run distance"]),
    (
      .duration,
      [
        "finish", "finish time", "final", "final time", "official", "official time", "net time",
        "chip time", "gun time", "overall time",
      ]
    ),
  ]

  static let titles = [
    "title", "Titel", "Titre", "Título", "Titolo", "Cím", "Namn", "activity name",
  ]
  static let runIDs = ["activity id", "session id", "run id", "workout id", "race id"]
  static let dates = [
    "date", "date/time", "activity date", "activity date/time", "start", "start time", "run date",
    "Datum", "Fecha", "Data", "Dato", "Dátum",
  ]
  static let runners = [
    "bib", "runner", "runner id", "athlete", "name", "driver", "driver id", "driver number",
    "number",
  ]
  static let sports = [
    "activity type", "sport", "type", "workout type", "activity", "Aktivitätstyp", "Aktivitätsart",
    "Tipo de actividad", "Aktivitetstype", "Activiteittype", "Aktivitetstyp", "Tevékenység típusa",
  ]
  static let stepTypes = ["step type", "intensity"]

  static let times = [
    "time", "Zeit", "Temps", "Tiempo", "Tempo", "Tijd", "Tid", "Aika", "Czas", "Čas", "Idő",
    "Время", "タイム", "時間", "时间", "duration", "Dauer", "Durée", "Duración", "Durata", "Duur",
    "Duração",
  ]
  static let distances =
    ["distance", "dist"] + GarminNames.distance
  static let totalTimes = [
    "total time", "elapsed time", "total duration", "total elapsed time", "Gesamtzeit",
    "Totale tijd", "Samlet tid", "Łączny czas", "Czas łączny", "Celkový čas", "Összesített idő",
    "Общее время",
  ]
  static let totalDistances = ["total distance", "Gesamtdistanz"]
  static let splitTimes = ["split time"]
  static let bareUnits = [
    "km", "kms", "kilometer", "kilometers", "kilometre", "kilometres", "км", "mi", "mile", "miles",
    "meter", "meters", "metre", "metres", "yd", "yds", "yard", "yards",
  ]
}
