typedef int runpredict_placeholder;
