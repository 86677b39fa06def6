/// The columns of Garmin Connect's "Export Splits to CSV", in the languages of an account.
enum GarminNames {
  static let laps = [
    "Laps", "Runden", "Vueltas", "Circuits", "Tours", "Giri", "Voltas", "Ronden", "Varv", "Omgange",
    "Runder", "Kierrokset", "Okrążenia", "Kola", "Körök", "Круги", "ラップ", "圈", "圈数",
  ]
  static let time = [
    "Time", "Zeit", "Tiempo", "Temps", "Tempo", "Tijd", "Tid", "Aika", "Czas", "Čas", "Idő",
    "Время",
    "タイム", "時間", "时间",
  ]
  static let cumulativeTime = [
    "Cumulative Time", "Gesamtzeit", "Kumulierte Zeit", "Tiempo acumulado", "Temps cumulé",
    "Tempo cumulativo", "Tempo acumulado", "Cumulatieve tijd", "Totale tijd", "Kumulativ tid",
    "Ackumulerad tid", "Samlet tid", "Akkumuleret tid", "Kumulatiivinen aika", "Łączny czas",
    "Czas łączny", "Kumulativní čas", "Celkový čas", "Összesített idő", "Kumulatív idő",
    "Накопленное время", "Общее время", "累積タイム", "累積時間", "累计时间",
  ]
  static let distance = [
    "Distance", "Distanz", "Distancia", "Distanza", "Distância", "Afstand", "Distans", "Distanse",
    "Matka", "Dystans", "Vzdálenost", "Távolság", "Расстояние", "Дистанция", "距離", "距离",
  ]
  static let total = [
    "Summary", "Übersicht", "Zusammenfassung", "Resumen", "Résumé", "Récapitulatif", "Riepilogo",
    "Resumo", "Overzicht", "Samenvatting", "Översikt", "Sammanfattning", "Oversigt", "Sammendrag",
    "Yhteenveto", "Podsumowanie", "Souhrn", "Összegzés", "Сводка", "Итого", "概要", "サマリー", "摘要",
    "汇总",
  ]
  /// Average cadence and average stride length, which prove the unit of a distance.
  static let cadence = [
    "Avg Run Cadence", "Ø Schrittfrequenz (Laufen)", "Cadencia de carrera media",
    "Gennemsnit kadence løb", "Medellöpkadens", "Átl. pedálütem",
  ]
  static let stride = [
    "Avg Stride Length", "Ø Schrittlänge", "Longitud media de zancada",
    "Gennemsnitlig skridtlængde",
    "Medelsteglängd", "Átlagos lépéshossz",
  ]
}
