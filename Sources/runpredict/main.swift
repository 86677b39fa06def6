print("runpredict")
