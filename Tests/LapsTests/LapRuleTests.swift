import Laps
import Testing

/// The rules for lap files, one short file each; the number of the rule stands before what it says.
@Suite struct LapRuleTests {
  struct RuleCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var brief: String
    var options: [String]

    init(_ rule: String, _ text: String, gives brief: String, options: [String] = []) {
      testDescription = rule
      self.text = text
      self.brief = brief
      self.options = options
    }
  }

  @Test(arguments: cases)
  func holds(_ rule: RuleCase) throws {
    let options = try LapCase.options("predict", rule.options)
    #expect(LapResult(Array(rule.text.utf8), options).brief == rule.brief)
  }

  private static let cases = [
    RuleCase(
      "1.2 all four ends of lines count as one",
      "Lap,Lap Distance (km),Lap Time\r1,1,5:00\r\n2,1,5:10\r\r\n3,1,x\n",
      gives: "badTime 4:5"),
    RuleCase(
      "1.3 blanks before a quote",
      " \"Lap\", \"Lap Distance (km)\",\t\"Lap Time\"\n1, \"1\" ,5:00\n2,1,5:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +distanceFromLaps"),
    RuleCase(
      "1.3 text behind a quote",
      "Lap,Lap Distance (km),Lap Time\n1,\"1\"x,5:00\n",
      gives: "misplacedQuote 2:6"),
    RuleCase(
      "1.4 the place of a missing cell is the end of the row",
      "Lap,Lap Distance (km),Lap Time\n1,1,5:00\n2,1\n",
      gives: "missingValue 3:4"),
    RuleCase(
      "1.5 sep= is passed over",
      "sep=;\nLap;Lap Distance (km);Lap Time\n1;1;5:00\n2;1;5:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +delimiter +distanceFromLaps"),
    RuleCase(
      "1.5 an option overrules sep=",
      "sep=|\nLap;Lap Distance (km);Lap Time\n1;1;5:00\n2;1;5:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +delimiter +distanceFromLaps",
      options: ["--delimiter", ";"]),
    RuleCase(
      "1.5 lines before the header",
      "Runner: Ann\nShoes: blue\nLap,Lap Distance (km),Lap Time\n1,1,5:00\n2,1,5:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +distanceFromLaps +preamble"),
    RuleCase(
      "1.5 skipped lines are no preamble",
      "time,distance\nLap,Lap Distance (km),Lap Time\n1,1,5:00\n2,1,5:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +distanceFromLaps", options: ["--skip", "1"]),
    RuleCase(
      "1.5 a first line of data",
      "1,1000,5:00\n2,1000,5:10\n",
      gives: "noHeader 1:1"),
    RuleCase(
      "1.5 names that say nothing",
      "a,b\n1,2\n",
      gives: "unknownTable 1:1"),
    RuleCase(
      "1.6 rows of empty cells are no rows",
      "Lap,Lap Distance (km),Lap Time\n1,1,5:00\n\n,,\n2,1,5:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +distanceFromLaps"),
    RuleCase(
      "1.6 an extra cell that is filled",
      "Lap,Lap Distance (km),Lap Time\n1,1,5:00,,x\n",
      gives: "wrongNumberOfColumns 2:11"),
    RuleCase(
      "1.6 extra cells that are empty",
      "Lap,Lap Distance (km),Lap Time\n1,1,5:00,,\n2,1,5:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +distanceFromLaps"),
    RuleCase(
      "1.6 a nameless column",
      ",Lap,Lap Distance (km),Lap Time\n0,1,1,5:00\n1,2,1,5:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +distanceFromLaps"),
    RuleCase(
      "1.6 a row of units",
      "Lap,Lap Distance,Lap Time\n,(km),\n1,1,5:00\n2,1,5:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +distanceFromLaps +unitRow"),
    RuleCase(
      "1.6 the header again begins a run",
      "Lap,Lap Distance (km),Lap Time\n1,1,5:00\nLap,Lap Distance (km),Lap Time\n1,1,5:10\n",
      gives: "1 1000/1000 300/300 | 1 1000/1000 310/310 +distanceFromLaps +repeatedHeader"),
    RuleCase(
      "1.6 another header",
      "Lap,Lap Distance (km),Lap Time\n1,1,5:00\nLap,Heart Rate,Time\n1,120,5:00\n",
      gives: "secondTable 3:1"),
    RuleCase(
      "1.6 short rows are counted",
      "Lap,Lap Distance (km),Lap Time,HR\n1,1,5:00\n2,1,5:10,150\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +distanceFromLaps +shortRows"),
    RuleCase(
      "2.1 markup, invisible blanks, decomposed letters",
      "<b>Lap</b>,Lap\u{200B} Distance (km),Lap\u{A0}Time\n1,1,5:00\n2,1,5:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +distanceFromLaps"),
    RuleCase(
      "2.2 yards",
      "Lap,Lap Distance (yd),Lap Time\n1,440,1:30\n2,440,1:31\n",
      gives: "1 402.336/402.336 90/90 2 402.336/804.672 91/181 +distanceFromLaps"),
    RuleCase(
      "2.2 two parts are hours and minutes only where the name says so",
      "Lap,Lap Distance (km),Lap Time (hh:mm)\n1,10,1:05\n",
      gives: "1 10000/10000 3900/3900 +distanceFromLaps"),
    RuleCase(
      "2.3 a mapped name that is not there",
      "Lap,Lap Distance (km),Lap Time\n1,1,5:00\n2,1,5:10\n",
      gives: "missingColumn 1", options: ["--map", "lapTime=Lap Tim"]),
    RuleCase(
      "2.3 the second of one name",
      "Lap,Km,Time,Time\n1,1,x,5:00\n2,1,x,5:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +distanceFromLaps",
      options: ["--map", "lapTime=Time#2", "--map", "lapDistance=Km"]),
    RuleCase(
      "2.3 a mapped column without a unit is in metres",
      "n,d,t\n1,1000,300\n2,1000,310\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +distanceFromLaps",
      options: ["--map", "lapDistance=d", "--map", "lapTime=t"]),
    RuleCase(
      "2.4 Garmin, French, all laps",
      "Circuits,Temps,Temps cumulé,Distance\n1,\"5:00,0\",5:00,\"1,00\"\n2,\"5:10,0\",10:10,\"1,00\"\nRésumé,\"10:10,0\",10:10,\"2,00\"\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 -4 summary +decimalComma",
      options: ["--units", "metric"]),
    RuleCase(
      "2.4 Garmin, Italian",
      "Lap,Tempo,Tempo cumulativo,Distanza\n1,5:00,5:00,\"1,00\"\n2,5:10,10:10,\"1,00\"\nRiepilogo,10:10,10:10,\"2,00\"\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 -4 summary +decimalComma",
      options: ["--units", "metric"]),
    RuleCase(
      "2.4 Garmin, Chinese",
      "圈数,时间,累计时间,距离\n1,5:00,5:00,1.00\n2,5:10,10:10,1.00\n汇总,10:10,10:10,2.00\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 -4 summary", options: ["--units", "metric"]),
    RuleCase(
      "2.4 Garmin, Polish",
      "Okrążenia,Czas,Łączny czas,Dystans\n1,5:00,5:00,\"1,00\"\n2,5:10,10:10,\"1,00\"\nPodsumowanie,10:10,10:10,\"2,00\"\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 -4 summary +decimalComma",
      options: ["--units", "metric"]),
    RuleCase(
      "2.4 FIT, a triathlon: laps of other sports keep their numbers",
      "Type,Local Number,Message,Field 1,Value 1,Units 1,Field 2,Value 2,Units 2,Field 3,Value 3,Units 3,Field 4,Value 4\nData,7,lap,message_index,\"0\",,total_distance,\"1500\",m,total_timer_time,\"1800\",s,sport,\"5\"\nData,0,session,message_index,\"0\",,total_distance,\"1500\",m,total_timer_time,\"1800\",s,sport,\"5\"\nData,7,lap,message_index,\"1\",,total_distance,\"20000\",m,total_timer_time,\"2400\",s,sport,\"2\"\nData,0,session,message_index,\"0\",,total_distance,\"20000\",m,total_timer_time,\"2400\",s,sport,\"2\"\nData,7,lap,message_index,\"2\",,total_distance,\"5000\",m,total_timer_time,\"1500\",s,sport,\"1\"\nData,7,lap,message_index,\"3\",,total_distance,\"5000\",m,total_timer_time,\"1550\",s,sport,\"1\"\nData,0,session,message_index,\"0\",,total_distance,\"10000\",m,total_timer_time,\"3050\",s,sport,\"1\"\n",
      gives: "3 5000/5000 1500/1500 4 5000/10000 1550/3050 -2 notRun -4 notRun"),
    RuleCase(
      "2.4 FIT, totals of other sports at the end",
      "Type,Local Number,Message,Field 1,Value 1,Units 1,Field 2,Value 2,Units 2,Field 3,Value 3,Units 3,Field 4,Value 4\nData,7,lap,message_index,\"0\",,total_distance,\"1500\",m,total_timer_time,\"1800\",s,sport,\"5\"\nData,7,lap,message_index,\"1\",,total_distance,\"5000\",m,total_timer_time,\"1500\",s,sport,\"1\"\nData,7,lap,message_index,\"2\",,total_distance,\"5000\",m,total_timer_time,\"1550\",s,sport,\"1\"\nData,0,session,message_index,\"0\",,total_distance,\"1500\",m,total_timer_time,\"1800\",s,sport,\"5\"\nData,0,session,message_index,\"0\",,total_distance,\"10000\",m,total_timer_time,\"3050\",s,sport,\"1\"\n",
      gives: "2 5000/5000 1500/1500 3 5000/10000 1550/3050 -2 notRun"),
    RuleCase(
      "2.4 FIT, two runs around a ride",
      "Type,Local Number,Message,Field 1,Value 1,Units 1,Field 2,Value 2,Units 2,Field 3,Value 3,Units 3,Field 4,Value 4\nData,7,lap,message_index,\"0\",,total_distance,\"2500\",m,total_timer_time,\"750\",s,sport,\"1\"\nData,0,session,message_index,\"0\",,total_distance,\"2500\",m,total_timer_time,\"750\",s,sport,\"1\"\nData,7,lap,message_index,\"1\",,total_distance,\"20000\",m,total_timer_time,\"2400\",s,sport,\"2\"\nData,0,session,message_index,\"0\",,total_distance,\"20000\",m,total_timer_time,\"2400\",s,sport,\"2\"\nData,7,lap,message_index,\"2\",,total_distance,\"2500\",m,total_timer_time,\"800\",s,sport,\"1\"\nData,0,session,message_index,\"0\",,total_distance,\"2500\",m,total_timer_time,\"800\",s,sport,\"1\"\n",
      gives: "1 2500/2500 750/750 | 3 2500/2500 800/800 -4 notRun"),
    RuleCase(
      "2.4 FIT, one session after the other",
      "Type,Local Number,Message,Field 1,Value 1,Units 1,Field 2,Value 2,Units 2,Field 3,Value 3,Units 3,Field 4,Value 4\nData,7,lap,message_index,\"0\",,total_distance,\"1000\",m,total_timer_time,\"300\",s,,\nData,0,session,message_index,\"0\",,total_distance,\"1000\",m,total_timer_time,\"300\",s,,\nData,7,lap,message_index,\"1\",,total_distance,\"1000\",m,total_timer_time,\"310\",s,,\nData,0,session,message_index,\"0\",,total_distance,\"1000\",m,total_timer_time,\"310\",s,,\n",
      gives: "1 1000/1000 300/300 | 2 1000/1000 310/310"),
    RuleCase(
      "2.4 FIT, laps that are not there",
      "Type,Local Number,Message,Field 1,Value 1,Units 1,Field 2,Value 2,Units 2,Field 3,Value 3,Units 3,Field 4,Value 4\nData,7,lap,message_index,\"5\",,total_distance,\"1000\",m,total_timer_time,\"300\",s,,\nData,0,session,message_index,\"0\",,total_distance,\"6000\",m,total_timer_time,\"1800\",s,,\n",
      gives: "lapGap 2"),
    RuleCase(
      "2.4 FIT, one column a field, a ride before the run",
      "record.timestamp,lap.message_index,lap.total_distance,lap.total_timer_time,lap.sport,session.total_distance,session.total_timer_time,session.sport\n1,0,20000,2400,2,,,\n2,1,5000,1500,1,,,\n3,1,5000,1500,1,5000,1500,1\n",
      gives: "2 5000/5000 1500/1500 -2 notRun"),
    RuleCase(
      "2.5 a list of activities",
      "Activity Type,Date,Title,Distance,Time\nRunning,2026-01-01,Run,5.0,25:00\n",
      gives: "notLaps 1"),
    RuleCase(
      "2.5 results without splits",
      "Pos,Name,Time\n1,A,20:00\n",
      gives: "notLaps 1"),
    RuleCase(
      "2.5 samples",
      "Time,Distance,Heart Rate,Cadence\n1,3,120,80\n",
      gives: "notLaps 1"),
    RuleCase(
      "2.6 interval counts",
      "Interval,Lap Distance (m),Lap Time\n1,1000,5:00\n2,1000,5:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +distanceFromLaps"),
    RuleCase(
      "2.6 units of one name: the first that has one",
      "Lap,Lap Distance (km),Lap Time,Lap Time (ms)\n1,1,5:01,300000\n2,1,5:11,310000\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +distanceFromLaps"),
    RuleCase(
      "2.7.1 split time beside lap time is since the start",
      "Lap,Lap Distance (km),Lap Time,Split Time\n1,1,5:00,5:00\n2,1,5:10,10:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +distanceFromLaps"),
    RuleCase(
      "2.7.2 a column that an option replaced stays unused",
      "distance,lapNumber,lapDistance,lapTime\n5000,1,1000,300\n5000,2,1000,310\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610", options: ["--map", "distance==21km"]),
    RuleCase(
      "2.7.2 a column that fits nothing and nobody needs",
      "Lap,Lap Distance (km),Lap Time,Time\n1,1,5:00,9:00\n2,1,5:10,8:00\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +distanceFromLaps"),
    RuleCase(
      "2.7.2 more columns come first",
      "Lap,Lap Distance (km),Lap Time,Elapsed Time\n1,1,5:00,5:00\n2,1,5:10,10:11\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/611 +distanceFromLaps"),
    RuleCase(
      "2.7.3 400 in a second is no lap",
      "lap,distance (m),time\n1,400,1:35\n2,400,1:36\n",
      gives: "1 400/400 95/95 2 400/800 96/191 +distanceFromLaps"),
    RuleCase(
      "2.7.4 several readings",
      "lap,distance (km),time\n1,1,5:00\n2,2,10:05\n3,3,15:20\n",
      gives: "ambiguousColumn 1:5"),
    RuleCase(
      "2.8 doubled names that agree",
      "Lap,Lap Distance (km),Lap Distance (km),Lap Time\n1,1,1,5:00\n2,1,1,5:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +distanceFromLaps"),
    RuleCase(
      "2.8 doubled names that differ",
      "Lap,Lap Distance (km),Lap Distance (km),Lap Time\n1,1,2,5:00\n",
      gives: "duplicateColumn 1:23"),
    RuleCase(
      "2.9 a unit that is written wins",
      "Lap,Lap Distance (km),Lap Time\n1,1,5:00\n2,1,5:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +distanceFromLaps",
      options: ["--units", "imperial"]),
    RuleCase(
      "2.9 nothing says the unit",
      "Laps,Time,Cumulative Time,Distance\n1,5:00,5:00,1.00\n",
      gives: "unitUnknown 1:27"),
    RuleCase(
      "2.10 a treadmill without distance",
      "Laps,Time,Cumulative Time\n1,5:00,5:00\n",
      gives: "missingColumn 1"),
    RuleCase(
      "2.11 splits of the race, one missing",
      "Name,5K,10K,15K\nA,25:00,50:00,1:15:00\nB,26:00,,1:18:00\nC,DNS,DNS,DNS\n",
      gives:
        "1 5000/5000 1500/1500 2 5000/10000 1500/3000 3 5000/15000 1500/4500 | 1 5000/5000 1560/1560 2 10000/15000 3120/4680 -4 noTimes +missingSplits"
    ),
    RuleCase(
      "2.11 times of legs",
      "Name,5K,10K,15K\nA,25:00,25:10,25:20\n",
      gives: "1 5000/5000 1500/1500 2 5000/10000 1510/3010 3 5000/15000 1520/4530 +splitsRead"),
    RuleCase(
      "2.11 a finish without a distance",
      "Name,5K,Finish\nA,25:00,50:00\n",
      gives: "missingDistance 1:9"),
    RuleCase(
      "2.11 two columns for one place",
      "Name,5K,5 km,10K\nA,20:00,20:01,41:00\n",
      gives: "duplicateColumn 1:9"),
    RuleCase(
      "3.1 NaN is not missing",
      "lapNumber,lapDistance,lapTime\n1,NaN,300\n",
      gives: "notFinite 2:3"),
    RuleCase(
      "3.2 Swiss thousands",
      "Lap;Lap Distance (m);Lap Time\n1;1'000.0;5:00\n2;1'000;5:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +delimiter +distanceFromLaps"),
    RuleCase(
      "3.2 thousands behind a narrow blank",
      "Lap;Lap Distance (m);Lap Time\n1;1\u{202F}000,0;5:00\n2;1\u{A0}000;5:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +decimalComma +delimiter +distanceFromLaps"),
    RuleCase(
      "3.2 a comma that may be both",
      "Lap,Lap Distance (km),Lap Time\n1,\"1,000\",5:00\n",
      gives: "ambiguousNumber 2:3"),
    RuleCase(
      "3.2 full-width digits",
      "Lap,Lap Distance (km),Lap Time\n1,１,5:00\n",
      gives: "badNumber 2:3"),
    RuleCase(
      "3.3 a date with a time",
      "Lap,Lap Distance (km),Lap Time\n1,1,1900-01-00 00:07:16\n",
      gives: "badTime 2:5"),
    RuleCase(
      "3.3 a time of day",
      "Lap,Lap Distance (km),Lap Time\n1,1,12:07:16 AM\n",
      gives: "badTime 2:5"),
    RuleCase(
      "3.3 a negative time",
      "Lap,Lap Distance (km),Lap Time\n1,1,-4:51\n",
      gives: "negative 2:5"),
    RuleCase(
      "3.4 a number among clock values is below 60",
      "Lap,Lap Distance (m),Lap Time\n1,400,90\n2,400,1:31\n",
      gives: "badTime 2:7"),
    RuleCase(
      "3.4 clock values explain themselves",
      "Lap,Lap Distance (km),Lap Time (min)\n1,1,5:00\n2,1,5:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +distanceFromLaps"),
    RuleCase(
      "3.5 units in all cells",
      "Lap,Lap Distance,Lap Time\n1,1 km,5:00\n2,1000 m,5:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +distanceFromLaps"),
    RuleCase(
      "3.5 a unit is missing",
      "Lap,Lap Distance,Lap Time\n1,1 km,5:00\n2,1,5:10\n",
      gives: "mixedUnits 3:3"),
    RuleCase(
      "3.6 words before the number",
      "Lap,Lap Distance (km),Lap Time\nLap 1,1,5:00\n#2,1,5:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +distanceFromLaps"),
    RuleCase(
      "3.6 a comment is no lap",
      "Lap,Lap Distance (km),Lap Time\n1,1,5:00\n# end\n",
      gives: "badNumber 3:1"),
    RuleCase(
      "3.7 hours of a spreadsheet",
      "Lap,Lap Distance (km),Lap Time\n1,1,07:16:00\n2,1,07:20:00\n",
      gives: "excelTime 2:5"),
    RuleCase(
      "4.1 a rest counts in the sums",
      "Lap,Step Type,Lap Distance (km),Lap Time\n1,Run,1,5:00\n2,Rest,,1:00\n3,Run,1,5:10\n",
      gives: "1 1000/1000 300/300 3 1000/2000 310/670 -3 rest +distanceFromLaps"),
    RuleCase(
      "4.1 the button pressed twice",
      "Lap,Lap Distance (km),Lap Time\n1,1,5:00\n2,0.002,0:00.4\n3,1,5:10\n",
      gives: "1 1000/1000 300/300 3 1000/2002 310/610.4 -3 empty +distanceFromLaps"),
    RuleCase(
      "4.1 statistics are no laps",
      "Lap,Lap Distance (km),Lap Time\n1,1,5:00\n2,1,5:10\nAverage,1,5:05\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 -4 statistic +distanceFromLaps"),
    RuleCase(
      "4.1 a row of another sport keeps its number",
      "Lap,Sport,Lap Distance (km),Lap Time\n1,Run,1,5:00\n2,Cycling,10,20:00\n3,Run,1,5:10\n",
      gives: "1 1000/1000 300/300 3 1000/2000 310/610 -3 notRun +distanceFromLaps"),
    RuleCase(
      "4.1 what another sport says since the start is where it ends",
      "Lap,Sport,Cum Distance (km),Cum Time\n1,Run,1,5:00\n2,Cycling,11,25:00\n3,Run,12,30:10\n",
      gives: "1 1000/1000 300/300 3 1000/12000 310/1810 -3 notRun +distanceFromLaps"),
    RuleCase(
      "4.1 a parent of laps that are there",
      "Lap,Lap Distance (km),Lap Time\n1 - 2,2,10:10\n1,1,5:00\n2,1,5:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 -2 parent +distanceFromLaps"),
    RuleCase(
      "4.1 a parent without its laps",
      "Lap,Lap Distance (km),Lap Time\n1,1,5:00\n2 - 3,2,10:10\n",
      gives: "badNumber 3:1"),
    RuleCase(
      "4.2 another date is another run",
      "Date,Lap Distance (km),Lap Time\n1.2.,1,5:00\n1.2.,1,5:10\n2.2.,1,5:20\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 | 1 1000/1000 320/320 +distanceFromLaps"),
    RuleCase(
      "4.2 the first lap comes again",
      "Lap,Lap Distance (km),Lap Time\n1,1,5:00\n2,1,5:10\n1,1,5:20\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 | 1 1000/1000 320/320 +distanceFromLaps"),
    RuleCase(
      "4.2 since the start falls",
      "cumDistance,cumTime\n1000,300\n2000,610\n1000,320\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 | 1 1000/1000 320/320 +distanceFromLaps"),
    RuleCase(
      "4.3 laps from 0",
      "Lap,Lap Distance (km),Lap Time\n0,1,5:00\n1,1,5:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +distanceFromLaps +lapNumberFromZero"),
    RuleCase(
      "4.3 laps of a key in another order",
      "Date,Lap,Lap Distance (km),Lap Time\n1.2.,2,1,5:10\n1.2.,1,1,5:00\n",
      gives: "2 1000/2000 310/610 1 1000/1000 300/300 +distanceFromLaps +sorted"),
    RuleCase(
      "4.3 a lap is missing",
      "Lap,Lap Distance (km),Lap Time\n1,1,5:00\n3,1,5:10\n",
      gives: "lapGap 3:1"),
    RuleCase(
      "4.3 a gap is harmless where nothing is summed",
      "lapNumber,lapDistance,cumDistance,lapTime,cumTime\n7,1000,7000,300,2100\n",
      gives: "7 1000/7000 300/2100 +distanceFromLaps"),
    RuleCase(
      "4.6 since the start falls",
      "lapNumber,cumDistance,cumTime\n1,1000,300\n2,2000,299\n",
      gives: "cumFalls 3:8"),
    RuleCase(
      "4.6 lap and sum disagree",
      "lapNumber,lapDistance,cumDistance,lapTime\n1,1000,1000,300\n2,1000,2100,310\n",
      gives: "cumMismatch 3:8"),
    RuleCase(
      "4.6 kilometres for metres",
      "lapNumber,lapDistance,lapTime\n1,1,300\n2,1,310\n",
      gives: "implausible 2:5"),
    RuleCase(
      "4.6 no run is so long",
      "distance,lapNumber,lapDistance,lapTime\n1e308,1,1000,300\n",
      gives: "implausible 2:1"),
    RuleCase(
      "4.6 no lap is so long",
      "lapNumber,lapDistance,lapTime\n1,1e308,1e308\n",
      gives: "implausible 2:3"),
    RuleCase(
      "4.6 no run takes so long",
      "lapNumber,lapDistance,lapTime,duration\n1,1000,300,1e300\n",
      gives: "implausible 2:12"),
    RuleCase(
      "4.6 no sum is so long",
      "lapNumber,lapDistance,lapTime\n1,5e7,1e7\n2,5e7,1e7\n3,5e7,1e7\n",
      gives: "implausible 4:3"),
    RuleCase(
      "4.7 a run beyond its distance",
      "Lap,Lap Distance (km),Lap Time\n1,1,5:00\n2,1,5:10\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 +beyondDistance",
      options: ["--distance", "1.5km"]),
    RuleCase(
      "4.7 a total that disagrees",
      "Lap,Lap Distance (km),Lap Time\n1,1,5:00\n2,1,5:10\nTotal,5,30:00\n",
      gives: "1 1000/1000 300/300 2 1000/2000 310/610 -4 summary +distanceFromLaps +summaryMismatch"
    ),
    RuleCase(
      "4.9 the rows after a bad one",
      "Lap,Lap Distance (km),Lap Time\n1,1,5:00\n2,1,x\n3,1,5:10\n",
      gives: "1 1000/1000 300/300 -3 badTime -4 brokenRun",
      options: ["--on-error", "skip", "--distance", "3km"]),
    RuleCase(
      "4.9 all rows were left out",
      "Lap,Lap Distance (km),Lap Time\nTotal,2,10:10\n",
      gives: "noRows 1"),
  ]
}
